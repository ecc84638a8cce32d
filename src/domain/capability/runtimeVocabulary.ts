/** Kinds of a runtime's global home. `none` is newer than the seed. Source: seed 000, runtime body. */
export const configHomeKinds = ["dot-home", "dot-home-nested", "xdg", "generic-agents-root", "none"] as const

/** Formats of a runtime's configuration. Source: seed 000, runtime body. */
export const configFormats = ["settings-json", "toml", "markdown", "markdown-dir", "none"] as const

/** How commands are written for a runtime. Source: seed 000, runtime body. */
export const commandStyles = ["slash-hyphen", "shell-var"] as const

/** Where a runtime keeps hooks. Source: seed 000, runtime body. */
export const hooksSurfaces = [
  "settings-json",
  "codex-hooks-json",
  "cursor-hooks-json",
  "copilot-inline",
  "cline-rules",
  "kimi-hooks-toml",
  "windsurf-hooks-json",
  "none"
] as const

/** How a runtime is installed into. Source: seed 000, runtime body. */
export const installSurfaces = [
  "settings-json",
  "codex-toml",
  "copilot-instructions",
  "cline-rules",
  "cursor-hooks-json",
  "profile-marker-only",
  "none"
] as const

/** Families of hook events. Source: manifest facts 5. */
export const hookEventFamilies = ["claude", "gemini"] as const

/** Extension event vocabularies. Source: manifest facts 5. */
export const extensionEventFamilies = ["opencode", "pi", "hermes", "kilo", "none"] as const

/** Sandbox tiers. Source: seed 000, runtime body. */
export const sandboxTiers = ["none", "codex-agent-sandbox"] as const

/** Writers of permission sidecars; null stands beside them. Source: seed 000, runtime body. */
export const permissionWriters = ["opencode", "kilo", "antigravity"] as const

/** Hook events beyond the common ones. Source: seed 000, runtime body. */
export const extendedHookEvents = [
  "SubagentStop",
  "Stop",
  "PreCompact",
  "FileChanged",
  "BeforeAgent",
  "AfterAgent",
  "BeforeModel",
  "SubagentStart"
] as const

/** Extended events that need `hookEvents` `claude`. Source: manifest facts 5. */
export const claudeFamilyEvents = [
  "SubagentStop",
  "Stop",
  "PreCompact",
  "FileChanged",
  "SubagentStart"
] as const

/** Extended events that need `hookEvents` `gemini`. Source: manifest facts 5. */
export const agentFamilyEvents = ["BeforeAgent", "AfterAgent", "BeforeModel"] as const

/** Kinds of projected artefacts. Source: seed 000, runtime body. */
export const artifactKinds = ["commands", "agents", "skills", "kimi-agents"] as const

/** Nestings of projected artefacts. Source: seed 000, runtime body. */
export const artifactNestings = ["flat", "nested"] as const

/** Trigger precedences; the default is skills before commands. Source: manifest facts 5. */
export const triggerPrecedences = ["commands", "skills"] as const

/** Closed names of the converters; null stands beside them. Source: manifest facts 5. */
export const converters = [
  "convertClaudeCommandToAntigravitySkill",
  "convertClaudeCommandToAugmentSkill",
  "convertClaudeCommandToClineSkill",
  "convertClaudeCommandToClaudeSkill",
  "convertClaudeCommandToCodebuddyCommand",
  "convertClaudeCommandToCodebuddySkill",
  "convertClaudeCommandToCodexSkill",
  "convertClaudeCommandToCopilotSkill",
  "convertClaudeCommandToCursorSkill",
  "convertClaudeCommandToKiloSkill",
  "convertClaudeCommandToKimiSkill",
  "convertClaudeCommandToKimiCodeSkill",
  "convertClaudeCommandToOpencodeSkill",
  "convertClaudeCommandToTraeSkill",
  "convertClaudeCommandToWindsurfSkill",
  "convertClaudeCommandToWindsurfWorkflow",
  "convertClaudeAgentToCopilotAgent",
  "convertClaudeAgentToAntigravityAgent",
  "convertClaudeAgentToCursorAgent",
  "convertClaudeAgentToWindsurfAgent",
  "convertClaudeAgentToAugmentAgent",
  "convertClaudeAgentToTraeAgent",
  "convertClaudeAgentToCodebuddyAgent",
  "convertClaudeAgentToClineAgent",
  "convertClaudeAgentToCodexAgent",
  "convertClaudeAgentToQwenAgent",
  "convertClaudeAgentToZcodeAgent",
  "convertClaudeAgentToHermesAgent",
  "convertClaudeToKiloFrontmatter",
  "convertClaudeToOpencodeFrontmatter"
] as const

/** Hooks surfaces that each install surface admits. Source: manifest facts 5. */
export const hooksSurfacesByInstallSurface: Readonly<
  Record<(typeof installSurfaces)[number], ReadonlyArray<(typeof hooksSurfaces)[number]>>
> = {
  "settings-json": ["settings-json", "none"],
  "codex-toml": ["codex-hooks-json"],
  "copilot-instructions": ["copilot-inline"],
  "cline-rules": ["cline-rules"],
  "cursor-hooks-json": ["cursor-hooks-json"],
  "profile-marker-only": ["none", "kimi-hooks-toml", "windsurf-hooks-json"],
  none: ["none"]
}

/** Configuration format that each install surface implies. Source: manifest facts 5. */
export const configFormatByInstallSurface: Readonly<
  Record<(typeof installSurfaces)[number], (typeof configFormats)[number]>
> = {
  "settings-json": "settings-json",
  "codex-toml": "toml",
  "copilot-instructions": "markdown",
  "cline-rules": "markdown-dir",
  "cursor-hooks-json": "none",
  "profile-marker-only": "none",
  none: "none"
}

/** Values of `hostIntegration` `embeddingMode` (`undocumented` stands beside them). Source: manifest facts 5. */
export const embeddingModes = ["imperative", "declarative"] as const

/** Values of `hostIntegration` `commandSurface` (`undocumented` stands beside them). Source: manifest facts 5. */
export const commandSurfaces = [
  "slash-file",
  "slash-programmatic",
  "slash-toml",
  "palette",
  "prose-only"
] as const

/** Values of `hostIntegration` `modelMode` (`undocumented` stands beside them). Source: manifest facts 5. */
export const modelModes = ["active", "passive"] as const

/** Values of `hostIntegration` `hookBus` (`undocumented` stands beside them). Source: manifest facts 5. */
export const hookBuses = ["host", "engine", "none"] as const

/** Values of `hostIntegration` `stateIO` (`undocumented` stands beside them). Source: manifest facts 5. */
export const stateStores = ["filesystem", "sandboxed-storage", "session-log-append"] as const

/** Values of `hostIntegration` `transport` (`undocumented` stands beside them). Source: manifest facts 5. */
export const hostTransports = ["mcp", "native-extension"] as const

/** Values of `hostIntegration` `runtime` (`undocumented` stands beside them). Source: manifest facts 5. */
export const hostRuntimes = [
  "node",
  "bun",
  "sandboxed-web",
  "python",
  "go",
  "rust",
  "electron",
  "other"
] as const

/** Values of `hostIntegration` `subagentToolkit` (`undocumented` stands beside them). Source: manifest facts 5. */
export const subagentToolkits = ["full", "read-only", "built-in-only"] as const

/** Values of `hostIntegration` `effortSurface` (`undocumented` stands beside them). Source: manifest facts 5. */
export const effortSurfaces = ["argv", "none"] as const

/** Values of `hostIntegration` `isolation` (`undocumented` stands beside them). Source: manifest facts 5. */
export const isolations = ["harness-worktree", "orchestrator-worktree", "none"] as const
