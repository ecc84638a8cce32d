import { isWithin, nameOf } from "../paths.ts"
import type { RegistryOrigin } from "../registry/Registry.ts"
import type { Artifact, HomeScope } from "../runtime/home.ts"

/** A place that a runtime asks for; every path absolute and normal, with `/`. */
export interface AskedPlace {
  readonly path: string
  /** Whether files of capabilities go right into it, as they do not into a folder of configuration. */
  readonly isArtifact: boolean
  readonly scope: HomeScope
  /** The user's home directory. */
  readonly home: string
}

/** Folders of version control: what lies there can run at the next command of it. */
const versionControl: ReadonlySet<string> = new Set([".git", "git~1", ".hg", ".svn", ".jj"])

/** Folders of keys and logins, right below the home. */
const secrets: ReadonlySet<string> = new Set([".ssh", ".gnupg", ".aws", ".kube", ".docker"])

/** A name as the most forgiving file system compares it: no case, nothing that cannot be seen, no dots or blanks at the end. */
const keyOf = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[. ]+$/u, "")
    .toLowerCase()

const keyOfPath = (path: string): string => `/${path.split("/").map(keyOf).filter(Boolean).join("/")}`

/** Names from a folder down; undefined for what does not lie in it. */
const namesBelow = (path: string, folder: string): ReadonlyArray<string> | undefined =>
  isWithin(path, folder) ? path.slice(folder.length).split("/").filter(Boolean) : undefined

/**
 * Why no runtime is given files at a place, as a clause; undefined when it may be. Refused wherever links or letter case
 * lead: folders of version control, the project's `.gsd`, folders of keys and logins in the home, and as a place of
 * artefacts the home, the project's root, or what holds them. Source: runtimes facts 2.2.
 */
export const placeClause = ({ home, isArtifact, path, scope }: AskedPlace): string | undefined => {
  const place = keyOfPath(path)
  const bases = [keyOfPath(home), ...(scope.kind === "project" ? [keyOfPath(scope.root)] : [])]
  const inHome = namesBelow(place, keyOfPath(home))
  const inBase = bases.map((base) => namesBelow(place, base)).findLast((names) => names !== undefined)
  const refused = (why: string) => `it leads to \`${path}\`, ${why}`
  if ((inBase ?? place.split("/")).some((name) => versionControl.has(name)))
    return refused("a folder of version control")
  if (scope.kind === "project" && namesBelow(place, keyOfPath(scope.root))?.[0] === ".gsd")
    return refused("the project's own folder of gsd")
  if (secrets.has(inHome?.[0] ?? "")) return refused("where keys and logins are kept")
  return isArtifact && bases.some((base) => isWithin(base, place))
    ? refused(`and ${nameOf(path) === "" ? "everything" : "far more than this runtime"} lies there`)
    : undefined
}

/** A field of a layout, and why it cannot be used, as a clause. */
export interface ArtifactProblem {
  readonly field: string
  readonly problem: string
}

/** Begins as a plain word and ends with a mark, so that no name with it is one that means something to another program. */
const ownPrefix = /^[A-Za-z0-9][\w.-]*[-_]$/u

/** Kinds whose names begin with the prefix; agents have their own, and a file of the dialect's ending. */
const prefixed: ReadonlySet<Artifact["kind"]> = new Set(["skills", "commands"])

/** Why an entry of a layout places nothing; undefined when it does. Source: runtimes facts 2.2. */
export const artifactProblem = (
  { destSubpath, kind, prefix }: Artifact,
  origin: RegistryOrigin
): ArtifactProblem | undefined => {
  if (destSubpath.split(/[\\/]/u).every((part) => part === "" || part === "."))
    return { field: "artifactLayout.destSubpath", problem: "it names the folder itself and none in it" }
  return origin === "first-party" || !prefixed.has(kind) || ownPrefix.test(prefix)
    ? undefined
    : {
        field: "artifactLayout.prefix",
        problem: `names of ${kind} would not be told from those of others; it has to be a word that ends with \`-\` or \`_\``
      }
}
