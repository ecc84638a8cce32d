import type { MemberKind, RoleWord, SettingEntry, WritableDir } from "./manifest.ts"

/** A member that the product knows by name: where it is installed, and what it leaves in a project. */
export interface KnownMember {
  readonly name: string
  readonly kind: MemberKind
  /** Variable that names its folder. */
  readonly env: string
  /** Its folder without that variable. */
  readonly default: string
  /** File, from the project's root, whose content is the deployed version. */
  readonly stamp?: string
}

/** Where a backend's own program keeps what it signs in with; only looked for, never read. */
export interface CredentialMarker {
  /** Variable that names the folder; null when there is none. */
  readonly env: string | null
  /** The folder without that variable. */
  readonly default: string
  readonly file: string
}

/** The program that a bridge drives. Source: family facts 10; the family's own table of backends. */
export interface BackendProgram {
  /** Its name on the PATH. */
  readonly cli: string
  readonly credential: CredentialMarker
}

/** What the product knows of a member without having seen it. */
export interface BundledFacts extends KnownMember {
  /** Version of the manifest that these facts are of, which an installed one is compared with. */
  readonly version: string
  /** Of the bridges. */
  readonly backend?: BackendProgram
  readonly settings: ReadonlyArray<SettingEntry>
  readonly networkHosts: ReadonlyArray<string>
  readonly writableDirs: ReadonlyArray<WritableDir>
  /** Commands by role. */
  readonly commands: Readonly<Partial<Record<RoleWord, string>>>
}

const nothing = { settings: [], networkHosts: [], writableDirs: [], commands: {} } as const

const kit: BundledFacts = {
  name: "agent-workflow-kit",
  kind: "composition-root",
  version: "7.1.0",
  env: "AGENT_WORKFLOW_KIT_DIR",
  default: "~/.claude/skills/agent-workflow-kit",
  stamp: "docs/ai/.workflow-version",
  ...nothing
}

const memory: BundledFacts = {
  name: "agent-workflow-memory",
  kind: "memory-substrate",
  version: "4.5.3",
  env: "AGENT_WORKFLOW_MEMORY_DIR",
  default: "~/.claude/skills/agent-workflow-memory",
  stamp: "docs/ai/.memory-version",
  ...nothing
}

const engine: BundledFacts = {
  name: "agent-workflow-engine",
  kind: "methodology-engine",
  version: "3.1.0",
  env: "AGENT_WORKFLOW_ENGINE_DIR",
  default: "~/.claude/skills/agent-workflow-engine",
  ...nothing
}

/** Most bytes that a review may be told to send. */
const mostBytes = 100_000_000

/** Seconds of a day. */
const longestRun = 86_400

const codexSettings: ReadonlyArray<SettingEntry> = [
  {
    key: "CODEX_SERVICE_TIER",
    kind: "enum",
    values: ["priority"],
    default: null,
    appliesTo: ["codex-exec", "codex-review"],
    effect:
      "Service tier that codex is asked for. `priority` answers about 1.5 times as fast and is charged at 2.5 times the credit rate; without a value no tier is asked for. SPEND KNOB: consent to it for each host"
  },
  {
    key: "CODEX_HARD_TIMEOUT",
    kind: "integer",
    min: 1,
    max: longestRun,
    default: null,
    appliesTo: ["codex-exec", "codex-review"],
    effect:
      "Seconds after which a run is ended; without a value 3600 for codex-exec and 1800 for codex-review"
  },
  {
    key: "CODEX_REVIEW_MAX_TOTAL_BYTES",
    kind: "integer",
    min: 1,
    max: mostBytes,
    default: "1500000",
    appliesTo: ["codex-review"],
    effect:
      "Bytes of an assembled code review up to which the diff goes inline; a larger one goes by a temporary file, whole"
  }
]

const codex: BundledFacts = {
  name: "codex-cli-bridge",
  kind: "execution-backend",
  version: "3.5.0",
  env: "CODEX_CLI_BRIDGE_DIR",
  default: "~/.claude/skills/codex-cli-bridge",
  backend: { cli: "codex", credential: { env: "CODEX_HOME", default: "~/.codex", file: "auth.json" } },
  settings: codexSettings,
  networkHosts: ["chatgpt.com", "*.chatgpt.com"],
  writableDirs: [{ env: "CODEX_HOME", default: "~/.codex" }],
  commands: { execute: "codex-exec", review: "codex-review" }
}

const antigravitySettings: ReadonlyArray<SettingEntry> = [
  {
    key: "AGY_HARD_TIMEOUT",
    kind: "duration",
    default: null,
    appliesTo: ["agy-run", "agy-review"],
    effect:
      "Time after which a run is ended, such as 90s or 30m; without a value AGY_TIMEOUT (5m) for agy-run and 30m for agy-review"
  },
  {
    key: "AGY_REVIEW_ALLOW_ADDDIR",
    kind: "boolean",
    default: "0",
    appliesTo: ["agy-review"],
    retired:
      "Handing a large change set over as a directory is retired: without a terminal agy denies itself the reading of files, and may then answer about a change that it never saw. A large review is fed in parts now, each of them confirmed. The key is recognised and does nothing; unset it",
    effect: "Nothing any more; the key is only recognised"
  },
  {
    key: "AGY_REVIEW_MAX_TOTAL_BYTES",
    kind: "integer",
    min: 1,
    max: mostBytes,
    default: "240000",
    appliesTo: ["agy-review"],
    effect:
      "Most bytes of all prompts that a code review fed in parts may send; a larger one is refused before anything is spent"
  }
]

const antigravity: BundledFacts = {
  name: "antigravity-cli-bridge",
  kind: "execution-backend",
  version: "5.3.0",
  env: "ANTIGRAVITY_CLI_BRIDGE_DIR",
  default: "~/.claude/skills/antigravity-cli-bridge",
  backend: {
    cli: "agy",
    credential: { env: null, default: "~/.gemini/antigravity-cli", file: "antigravity-oauth-token" }
  },
  settings: antigravitySettings,
  networkHosts: [
    "*.googleapis.com",
    "accounts.google.com",
    "antigravity-unleash.goog",
    "lh3.googleusercontent.com"
  ],
  writableDirs: [{ env: null, default: "~/.gemini/antigravity-cli" }],
  commands: { review: "agy-review", probe: "agy-run" }
}

/** The members of the family, as their manifests declare them. Source: family facts 5, 7, 8 and 10. */
export const knownMembers: ReadonlyArray<BundledFacts> = [kit, memory, engine, codex, antigravity]
