import type { Rule } from "../Candidate.ts"
import { longestFit } from "../longestFit.ts"

/** Row of the shape table: the rule that answers for a part of the manifest. `*` in `at` stands for any one part. */
export interface ShapeRow {
  readonly id: string
  readonly at: string
  readonly asks: string
  readonly source: string
}

const envelope = "seed 000, envelope"
const feature = "seed 000, feature body"
const runtime = "seed 000, runtime body; manifest facts 5"
const lane = "seed 000, reviewer body; manifest facts 6"

type Row = readonly [id: string, at: string, asks: string, source: string]

const rows: ReadonlyArray<Row> = [
  ["manifest.shape", "", "A manifest is one JSON object", envelope],
  ["envelope.id", "/id", "`id` is kebab-case and no reserved name", envelope],
  ["envelope.role", "/role", "`role` is feature, runtime or reviewer", envelope],
  ["envelope.version", "/version", "`version` is strict SemVer", envelope],
  ["envelope.title", "/title", "`title` is non-empty text", envelope],
  ["envelope.description", "/description", "`description` is non-empty text", envelope],
  ["envelope.tier", "/tier", "`tier` is core, standard or full", envelope],
  ["envelope.requires", "/requires", "`requires` is a list of ids", envelope],
  ["envelope.engines", "/engines", "`engines.gsd` is a semver range", `${envelope}; decisions 1`],
  ["envelope.compat-versions", "/compatVersions", "Values are semver ranges", `${envelope}; decisions 10`],
  ["envelope.integrity", "/integrity", "`integrity` is one sha512 digest", envelope],
  ["envelope.provenance", "/provenance", "`provenance` names repository and commit", envelope],
  ["envelope.author", "/author", "`author` is {name, email?, url?}", `${envelope}; decisions 2`],
  ["envelope.homepage", "/homepage", "`homepage` is text", `${envelope}; decisions 2`],
  ["envelope.repository", "/repository", "`repository` is text", `${envelope}; decisions 2`],
  ["envelope.license", "/license", "`license` is text", `${envelope}; decisions 2`],
  ["envelope.keywords", "/keywords", "`keywords` is a list of texts", `${envelope}; decisions 2`],
  ["runtime-compat.shape", "/runtimeCompat", "`runtimeCompat` lists runtimes", envelope],
  ["config.entry", "/config", "Each key has type, fitting default and description", "seed 000, config"],
  ["mcp.shape", "/mcpServers", "Servers are a map or a list of configurations", "manifest facts 3"],
  ["skills.stem", "/skills", "`skills` is a list of stems", `${feature}; decisions 16`],
  ["agents.stem", "/agents", "`agents` is a list of stems", `${feature}; decisions 16`],
  ["hooks.shape", "/hooks", "A hook has event, script and maybe matcher", "seed 000, hooks"],
  ["hooks.script", "/hooks/*/script", "`script` is a safe path inside the bundle", "seed 000, hooks"],
  ["hooks.matcher", "/hooks/*/matcher", "`matcher` is text without control characters", "manifest facts 3"],
  ["steps.shape", "/steps", "A step has point, ref, produces, consumes, onError", "seed 000, steps"],
  ["steps.point", "/steps/*/point", "`point` is one of twelve", "seed 000, steps"],
  ["steps.ref", "/steps/*/ref", "`ref` names one skill, agent or command", "seed 000, steps"],
  ["steps.fragment", "/steps/*/fragment", "`fragment` is a path or inline text", "seed 000, steps"],
  ["contributions.shape", "/contributions", "A contribution is complete", "seed 000, contributions"],
  ["contributions.point", "/contributions/*/point", "`point` is one of twelve", "seed 000, contributions"],
  [
    "contributions.fragment",
    "/contributions/*/fragment",
    "`fragment` is a path or inline text",
    "seed 000, contributions"
  ],
  ["gates.shape", "/gates", "A gate has point, check, blocking, onError", "seed 000, gates"],
  ["gates.point", "/gates/*/point", "`point` is one of twelve", "seed 000, gates"],
  ["gates.check", "/gates/*/check", "`check` is one well-formed form", "seed 000, gates; decisions 4"],
  ["commands.shape", "/commands", "A command has family, module and router", "manifest facts 3"],
  ["activation-key.shape", "/activationKey", "`activationKey` is non-empty text", "manifest facts 3"],
  [
    "resolver.shape",
    "/taskContentResolver",
    "The resolver has a prefix and a bounded call",
    "seed 000, taskContentResolver; decisions 9"
  ],
  ["runtime.shape", "/runtime", "The runtime body is complete", runtime],
  ["runtime.config-home", "/runtime/configHome", "`configHome` fits its kind", runtime],
  [
    "runtime.artifact-layout",
    "/runtime/artifactLayout",
    "Each artefact kind is complete and stays inside the home",
    runtime
  ],
  [
    "runtime.host-integration",
    "/runtime/hostIntegration",
    "Each axis holds one of its values",
    "manifest facts 5"
  ],
  [
    "runtime.orchestrator-exec",
    "/runtime/orchestratorExec",
    "`orchestratorExec` names a command",
    "manifest facts 5"
  ],
  ["reviewer.shape", "/reviewer", "The lane is complete", lane],
  ["reviewer.probe", "/reviewer/probe", "`probe` fits its kind", lane],
  ["reviewer.invoke", "/reviewer/invoke", "`invoke` fits the transport", lane],
  ["reviewer.env", "/reviewer/invoke/env", "Environment values are text", lane]
]

/** Parts of a manifest and the rule that answers for their shape; the longest `at` that fits a pointer wins. */
export const shapeRows: ReadonlyArray<ShapeRow> = rows.map(([id, at, asks, source]) => ({
  id,
  at,
  asks,
  source
}))

/** Shape rules, one per row of the table. The schema has found the issues already; each rule reports its own part. */
export const shapeRules: ReadonlyArray<Rule> = shapeRows.map(({ id, asks, source }) => ({
  id,
  severity: "error",
  asks,
  source,
  judge: (candidate) =>
    candidate.shape
      .filter((finding) => finding.rule === id)
      .map(({ pointer, message, hint }) => ({
        pointer,
        message,
        hint: hint === "" ? asks : hint
      }))
}))

const rowFor = longestFit(shapeRows)

/** Id of the shape rule that answers for a path: the row with the longest fitting `at`. */
export const shapeRuleFor = (path: ReadonlyArray<string>): string => rowFor(path)?.id ?? ""
