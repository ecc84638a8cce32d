import type { converters as converterNames } from "../../capability/runtimeVocabulary.ts"
import * as agents from "./agentDialects.ts"
import { codexAgentConverter } from "./codexAgent.ts"
import * as commands from "./commandDialects.ts"
import { markdownConverter, type Converter } from "./convert.ts"
import * as skills from "./skillDialects.ts"
import type { SourceKind } from "./source.ts"
import { windsurfWorkflowConverter } from "./windsurfWorkflow.ts"

/** Name of the closed list. */
export type ConverterName = (typeof converterNames)[number]

/** Goes by the kind of the source: commands are written one way, agents another. */
const byKind =
  (command: Converter, agent: Converter): Converter =>
  (source, context) =>
    (source.kind === "agent" ? agent : command)(source, context)

/** One entry for each name of the closed list; the compiler asks for it. */
export const converters: Readonly<Record<ConverterName, Converter>> = {
  convertClaudeCommandToAntigravitySkill: markdownConverter(skills.antigravitySkill),
  convertClaudeCommandToAugmentSkill: markdownConverter(skills.augmentSkill),
  convertClaudeCommandToClineSkill: markdownConverter(skills.clineSkill),
  convertClaudeCommandToClaudeSkill: markdownConverter(skills.claudeSkill),
  convertClaudeCommandToCodebuddyCommand: markdownConverter(commands.codebuddyCommand),
  convertClaudeCommandToCodebuddySkill: markdownConverter(skills.codebuddySkill),
  convertClaudeCommandToCodexSkill: markdownConverter(skills.codexSkill),
  convertClaudeCommandToCopilotSkill: markdownConverter(skills.copilotSkill),
  convertClaudeCommandToCursorSkill: markdownConverter(skills.cursorSkill),
  convertClaudeCommandToKiloSkill: markdownConverter(skills.kiloSkill),
  convertClaudeCommandToKimiSkill: markdownConverter(skills.kimiSkill),
  convertClaudeCommandToKimiCodeSkill: markdownConverter(skills.kimiCodeSkill),
  convertClaudeCommandToOpencodeSkill: markdownConverter(skills.opencodeSkill),
  convertClaudeCommandToTraeSkill: markdownConverter(skills.traeSkill),
  convertClaudeCommandToWindsurfSkill: markdownConverter(skills.windsurfSkill),
  convertClaudeCommandToWindsurfWorkflow: windsurfWorkflowConverter,
  convertClaudeAgentToCopilotAgent: markdownConverter(agents.copilotAgent),
  convertClaudeAgentToAntigravityAgent: markdownConverter(agents.antigravityAgent),
  convertClaudeAgentToCursorAgent: markdownConverter(agents.cursorAgent),
  convertClaudeAgentToWindsurfAgent: markdownConverter(agents.windsurfAgent),
  convertClaudeAgentToAugmentAgent: markdownConverter(agents.augmentAgent),
  convertClaudeAgentToTraeAgent: markdownConverter(agents.traeAgent),
  convertClaudeAgentToCodebuddyAgent: markdownConverter(agents.codebuddyAgent),
  convertClaudeAgentToClineAgent: markdownConverter(agents.clineAgent),
  convertClaudeAgentToCodexAgent: codexAgentConverter,
  convertClaudeAgentToQwenAgent: markdownConverter(agents.qwenAgent),
  convertClaudeAgentToZcodeAgent: markdownConverter(agents.zcodeAgent),
  convertClaudeAgentToHermesAgent: markdownConverter(agents.hermesAgent),
  convertClaudeToKiloFrontmatter: byKind(
    markdownConverter(commands.kiloCommand),
    markdownConverter(agents.kiloAgent)
  ),
  convertClaudeToOpencodeFrontmatter: byKind(
    markdownConverter(commands.opencodeCommand),
    markdownConverter(agents.opencodeAgent)
  )
}

const claudeFormat = byKind(markdownConverter(commands.claudeCommand), markdownConverter(agents.claudeAgent))

const augmentFormat = markdownConverter(commands.augmentCommand)

/** Commands of a layout without a converter, by the `frontmatterDialect` of the runtime. */
const byFrontmatterDialect = new Map<string, Converter>([
  ["opencode", converters.convertClaudeToOpencodeFrontmatter],
  ["kilo", converters.convertClaudeToKiloFrontmatter]
])

/** Commands of a layout without a converter, by the `commandBodyConverter` of the runtime. */
const byCommandBody = new Map<string, Converter>([["convertClaudeToAugmentMarkdown", augmentFormat]])

/** What decides how a text is written: the entry of the layout, the source, and two switches of the runtime. */
export interface Choice {
  readonly converter: ConverterName | null
  readonly kind: SourceKind
  readonly frontmatterDialect?: string
  readonly commandBodyConverter?: string
}

/**
 * The converter of an entry. Without a name, a command goes by the runtime's own switches, and all else is Claude's format,
 * whose whitelist holds too: nothing reaches a host as it stands. `kimi-agents` are written by `kimiAgents`.
 */
export const chooseConverter = ({
  commandBodyConverter = "",
  converter,
  frontmatterDialect = "",
  kind
}: Choice): Converter => {
  if (converter !== null) return converters[converter]
  if (kind === "agent") return claudeFormat
  return (
    byCommandBody.get(commandBodyConverter) ?? byFrontmatterDialect.get(frontmatterDialect) ?? claudeFormat
  )
}
