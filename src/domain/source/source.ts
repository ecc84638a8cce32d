import type * as Redacted from "effect/Redacted"

/** Where a capability comes from; each kind has one adapter. `parseSource` in `grammar.ts` makes them, `canonicalOf` writes them. */
export type Source =
  /** A folder. */
  | LocalPath<"local">
  /** A file that holds one, packed. */
  | LocalPath<"archive">
  | HttpsArchive
  | GitRepository
  | NpmPackage
  | RegistryName

/** What stands on this machine's disk. */
export interface LocalPath<K extends string> {
  readonly kind: K
  /** As given; made absolute and real by the adapter. */
  readonly path: string
}

/** A `.tgz` or `.tar.gz` on a web server. */
export interface HttpsArchive {
  readonly kind: "https"
  /** `https://host[:port]/path[?query]` without credentials and without secret parts of the query: the form that is recorded. */
  readonly url: string
  /** The whole address, when it holds what is not recorded. */
  readonly secret?: Redacted.Redacted<string>
}

/** What is wanted of a repository. A bare ref may be a tag or a branch; the remote decides, and both is refused. */
export type GitWanted =
  | { readonly _tag: "Default" }
  | { readonly _tag: "Tag"; readonly name: string }
  | { readonly _tag: "Branch"; readonly name: string }
  /** 40 lower-case hex digits. */
  | { readonly _tag: "Commit"; readonly sha: string }
  | { readonly _tag: "Bare"; readonly name: string }

/** A git repository, over https or ssh. */
export interface GitRepository {
  readonly kind: "git"
  /** `https://host[:port]/path` or `ssh://[user@]host[:port]/path`; no credentials, no query, no fragment. */
  readonly url: string
  readonly wanted: GitWanted
  /** Folder in the repository that is the capability, relative; the root when absent. */
  readonly path?: string
  /** The address with its credentials, when there were any. */
  readonly secret?: Redacted.Redacted<string>
}

/** A package of the npm registry that the user's own configuration names. */
export interface NpmPackage {
  readonly kind: "npm"
  /** With its scope, `@scope/name` or `name`. */
  readonly name: string
  /** Version, range or distribution tag as given; the tag `latest` when absent. */
  readonly selector?: string
}

/** A capability of a registry that the user added under a name. */
export interface RegistryName {
  readonly kind: "registry"
  /** Id of the capability. */
  readonly id: string
  readonly registry: string
  /** Version or range as given; the newest when absent. */
  readonly selector?: string
}

const archiveEnding = /[^/\\]\.(?:tgz|tar\.gz)$/iu

/** Tells whether a path is named like an archive that can be installed. */
export const isArchiveName = (path: string): boolean => archiveEnding.test(path)
