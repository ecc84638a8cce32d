/** What a capability brings that reaches a runtime as text. */
export type SourceKind = "skill" | "command" | "agent"

/** One text of a capability, in Claude's Markdown. */
export interface Source {
  /** Name without folder and ending, as the manifest declares it. */
  readonly stem: string
  readonly kind: SourceKind
  readonly text: string
  /** Id of the capability. */
  readonly capability: string
}

/** Switches of a runtime's `hostBehaviors` that a dialect obeys. */
export interface DialectBehaviors {
  /** `brandingRewrites`: words and what stands for them; keys that begin with a dot are folders and left to the paths. */
  readonly brandingRewrites?: ReadonlyMap<string, string>
  /** `skillFrontmatterVersion`: a skill says the version of its capability. */
  readonly skillFrontmatterVersion?: boolean
  /** `skillPriorityFrontmatter`: some skills say how far up they stand. */
  readonly skillPriorityFrontmatter?: boolean
  /** `soloStageMetadata`: the stage that a skill says. */
  readonly soloStageMetadata?: string
  /** `ownsClaudePaths`: its folders in a project are those that texts are written for. */
  readonly ownsClaudePaths?: boolean
}

/** What the person's configuration says of one agent. */
export interface AgentSettings {
  readonly model?: string
  readonly effort?: string
  readonly tier?: "light" | "standard"
}

/** Where a text goes, and what is known there. */
export interface DialectContext {
  /** Id of the runtime. */
  readonly runtime: string
  readonly scope: "global" | "local"
  /** `prefix` and `destSubpath` of the entry of the layout. */
  readonly prefix: string
  readonly destSubpath: string
  /** Prefix of the names under which commands and skills are called in this runtime. */
  readonly commandPrefix: string
  /** The person's home and the runtime's, absolute, as the system spells them. */
  readonly home: string
  readonly configDir: string
  /** Root of its skills when that is not `skills` below `configDir`. */
  readonly skillsDir?: string
  /** `localConfigDir` of the runtime; null when it has none. */
  readonly localConfigDir: string | null
  readonly sandboxTier: "none" | "codex-agent-sandbox"
  readonly behaviors: DialectBehaviors
  /** Version of the source's capability. */
  readonly version: string
  /** Stems of every command and skill that is projected with it. */
  readonly commands: ReadonlySet<string>
  readonly agent?: AgentSettings
}

/** A file to write. */
export interface DialectFile {
  /** With `/`, relative to the folder that `below` names. */
  readonly path: string
  /** The folder of the layout's entry, or the runtime's configuration. */
  readonly below: "entry" | "config"
  readonly text: string
}

/** A source in a runtime's dialect. */
export interface Converted {
  /** Its name there, which a skill's folder has too. */
  readonly name: string
  /** At least one. */
  readonly files: ReadonlyArray<DialectFile>
  /** What the runtime does not take, as clauses without a period whose subject is the source; often empty. */
  readonly notes: ReadonlyArray<string>
}
