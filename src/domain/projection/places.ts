import type { Runtime } from "../runtime/choose.ts"
import type { Artifact, HomeScope } from "../runtime/home.ts"

/** Where an entry of a layout goes. */
export interface ArtifactPlace {
  readonly artifact: Artifact
  /** Absolute; links on the way there are resolved in global scope. */
  readonly path: string
}

/** Where everything of a runtime goes in a scope; paths are absolute, normal, with `/`. */
export interface Places {
  readonly runtime: Runtime
  readonly scope: HomeScope
  /** The user's home directory. */
  readonly home: string
  /** Folder of its configuration; in a project the local one. */
  readonly config: string
  /** A variable of the person's names `config`. */
  readonly isNamed?: true
  /** Folder of its hook file, mostly `config`. */
  readonly hooks: string
  /** In the order of the layout. */
  readonly artifacts: ReadonlyArray<ArtifactPlace>
}
