import type { Rule } from "../Candidate.ts"

/** Row of the shape table: the rule that answers for a part of the manifest. `*` in `at` stands for any one part. */
export interface ShapeRow {
  readonly id: string
  readonly at: string
  readonly asks: string
  readonly source: string
}

const row = (id: string, at: string, asks: string, source: string): ShapeRow => ({ id, at, asks, source })

const envelope = "seed 000, envelope"
const feature = "seed 000, feature body"
const runtime = "seed 000, runtime body; manifest facts 5"
const lane = "seed 000, reviewer body; manifest facts 6"

/** Parts of a manifest and the rule that answers for their shape; the longest `at` that fits a pointer wins. */
export const shapeRows: ReadonlyArray<ShapeRow> = [
  row("manifest.shape", "", "A manifest is one JSON object", envelope),
  row("envelope.id", "/id", "`id` is kebab-case and no reserved name", envelope),
  row("envelope.role", "/role", "`role` is feature, runtime or reviewer", envelope),
  row("envelope.version", "/version", "`version` is strict SemVer", envelope),
  row("envelope.title", "/title", "`title` is non-empty text", envelope),
  row("envelope.description", "/description", "`description` is non-empty text", envelope),
  row("envelope.tier", "/tier", "`tier` is core, standard or full", envelope),
  row("envelope.requires", "/requires", "`requires` is a list of ids", envelope),
  row("envelope.engines", "/engines", "`engines.gsd` is a semver range", `${envelope}; decisions 1`),
  row("envelope.compat-versions", "/compatVersions", "Values are semver ranges", `${envelope}; decisions 10`),
  row("envelope.integrity", "/integrity", "`integrity` is one sha512 digest", envelope),
  row("envelope.provenance", "/provenance", "`provenance` names repository and commit", envelope),
  row("envelope.author", "/author", "`author` is {name, email?, url?}", `${envelope}; decisions 2`),
  row("envelope.homepage", "/homepage", "`homepage` is text", `${envelope}; decisions 2`),
  row("envelope.repository", "/repository", "`repository` is text", `${envelope}; decisions 2`),
  row("envelope.license", "/license", "`license` is text", `${envelope}; decisions 2`),
  row("envelope.keywords", "/keywords", "`keywords` is a list of texts", `${envelope}; decisions 2`),
  row("runtime-compat.shape", "/runtimeCompat", "`runtimeCompat` lists runtimes", envelope),
  row("config.entry", "/config", "Each key has type, fitting default and description", "seed 000, config"),
  row("mcp.shape", "/mcpServers", "Servers are a map or a list of configurations", "manifest facts 3"),
  row("skills.stem", "/skills", "`skills` is a list of stems", `${feature}; decisions 16`),
  row("agents.stem", "/agents", "`agents` is a list of stems", `${feature}; decisions 16`),
  row("hooks.shape", "/hooks", "A hook has event, script and maybe matcher", "seed 000, hooks"),
  row("hooks.script", "/hooks/*/script", "`script` is a safe path inside the bundle", "seed 000, hooks"),
  row("hooks.matcher", "/hooks/*/matcher", "`matcher` is text without control characters", "manifest facts 3"),
  row("steps.shape", "/steps", "A step has point, ref, produces, consumes, onError", "seed 000, steps"),
  row("steps.point", "/steps/*/point", "`point` is one of twelve", "seed 000, steps"),
  row("steps.ref", "/steps/*/ref", "`ref` names one skill, agent or command", "seed 000, steps"),
  row("steps.fragment", "/steps/*/fragment", "`fragment` is a path or inline text", "seed 000, steps"),
  row("contributions.shape", "/contributions", "A contribution is complete", "seed 000, contributions"),
  row("contributions.point", "/contributions/*/point", "`point` is one of twelve", "seed 000, contributions"),
  row("contributions.fragment", "/contributions/*/fragment", "`fragment` is a path or inline text", "seed 000, contributions"),
  row("gates.shape", "/gates", "A gate has point, check, blocking, onError", "seed 000, gates"),
  row("gates.point", "/gates/*/point", "`point` is one of twelve", "seed 000, gates"),
  row("gates.check", "/gates/*/check", "`check` is one well-formed form", "seed 000, gates; decisions 4"),
  row("commands.shape", "/commands", "A command has family, module and router", "manifest facts 3"),
  row("activation-key.shape", "/activationKey", "`activationKey` is non-empty text", "manifest facts 3"),
  row("resolver.shape", "/taskContentResolver", "The resolver has a prefix and a bounded call", "seed 000, taskContentResolver; decisions 9"),
  row("runtime.shape", "/runtime", "The runtime body is complete", runtime),
  row("runtime.config-home", "/runtime/configHome", "`configHome` fits its kind", runtime),
  row("runtime.artifact-layout", "/runtime/artifactLayout", "Each artefact kind is complete and stays inside the home", runtime),
  row("runtime.host-integration", "/runtime/hostIntegration", "Each axis holds one of its values", "manifest facts 5"),
  row("runtime.orchestrator-exec", "/runtime/orchestratorExec", "`orchestratorExec` names a command", "manifest facts 5"),
  row("reviewer.shape", "/reviewer", "The lane is complete", lane),
  row("reviewer.probe", "/reviewer/probe", "`probe` fits its kind", lane),
  row("reviewer.invoke", "/reviewer/invoke", "`invoke` fits the transport", lane),
  row("reviewer.env", "/reviewer/invoke/env", "Environment values are text", lane)
]

/** Shape rules, one per row of the table. The schema has found the issues already; each rule reports its own part. */
export const shapeRules: ReadonlyArray<Rule> = shapeRows.map(({ id, asks, source }) => ({
  id,
  severity: "error",
  asks,
  source,
  judge: (candidate) =>
    candidate.shape
      .filter((finding) => finding.rule === id)
      .map(({ pointer, message, hint }) => ({ pointer, message, hint: hint === "" ? `${asks} (${source})` : hint }))
}))

const partsByRow = shapeRows.map((entry) => ({ id: entry.id, parts: entry.at.split("/").slice(1) }))

/** Id of the shape rule that answers for a path: the row with the longest fitting `at`. */
export const shapeRuleFor = (path: ReadonlyArray<string>): string => {
  let best = partsByRow[0]
  for (const entry of partsByRow) {
    const fits = entry.parts.every((part, index) => part === "*" ? index < path.length : part === path[index])
    if (fits && entry.parts.length >= (best?.parts.length ?? 0)) best = entry
  }
  return best?.id ?? ""
}
