import { sha256Hex } from "../hash.ts"
import { isWithin, parentOf, type LedgerScope } from "../paths.ts"

/** The scope of one project; the key is made of its root's native real path. Source: transaction.md "Files". */
export type ProjectScope = Extract<LedgerScope, { readonly kind: "project" }>

/** Length of a project's key, in hex digits. */
const keyDigits = 32

/** The ledger scope of the project with this root, a native real path. */
export const projectScope = (root: string): ProjectScope => ({
  kind: "project",
  key: sha256Hex(root).slice(0, keyDigits),
  root
})

/**
 * Every place of ours in a project, by its root. All of it is input from whoever writes the repository.
 * Example: `projectPlaces("/p").vendored("a")` is `/p/.gsd/capabilities/a`.
 */
export const projectPlaces = (root: string) => {
  const own = `${root}/.gsd`
  const capabilities = `${own}/capabilities`
  return {
    root,
    own,
    capabilities,
    lockfile: `${own}/capabilities.lock.json`,
    gitignore: `${own}/.gitignore`,
    gitattributes: `${own}/.gitattributes`,
    /** Folder of one capability's vendored bytes. */
    vendored: (id: string) => `${capabilities}/${id}`,
    /** One vendored file, by its path in the bundle. */
    file: (id: string, path: string) => `${capabilities}/${id}/${path}`
  }
}

/** Directories from `directory` up to `top`, both included, parents first. */
export const directoriesTo = (directory: string, top: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = directory; isWithin(at, top); at = parentOf(at)) {
    found.push(at)
    if (at === top) break
  }
  return found.toReversed()
}

/** What git commits of `.gsd`: nothing but what a team shares. */
export const gitignoreText = `# Written by gsd: only the lockfile and the vendored capabilities are committed.
*
!.gitignore
!.gitattributes
!capabilities.lock.json
!capabilities/
!capabilities/**
`

/** Vendored bytes are hashed, so that git must not change them. */
export const gitattributesText = `# Written by gsd: vendored bytes are hashed and must stay as they are.
* -text -ident -filter
`
