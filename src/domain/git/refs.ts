import * as Result from "effect/Result"
import { gitRefProblem } from "../source/gitRef.ts"

/** What a repository offers, as `git ls-remote --symref` tells it. */
export interface RemoteRefs {
  /** What HEAD leads to, and the full name of the ref when it names one. */
  readonly head: { readonly commit: string; readonly ref: string | undefined } | undefined
  /** Commit of each branch, by the name below `refs/heads/`. */
  readonly branches: ReadonlyMap<string, string>
  /** What each tag leads to in the end, by the name below `refs/tags/`: annotated tags are peeled. */
  readonly tags: ReadonlyMap<string, string>
}

const commit = /^[0-9a-f]{40}$/u
const longCommit = /^[0-9a-f]{64}$/u
const symbolic = /^ref: (.*)\tHEAD$/su
const peeled = "^{}"
const heads = "refs/heads/"

const oddLine = "answers with what is no list of refs"
const otherObjects = "names its commits by sha256, which is not supported"

/** The full name of a branch, unless it is one that no source could name: a server writes there what it likes. */
const branchRef = (target: string): string | undefined =>
  target.startsWith(heads) && gitRefProblem(target.slice(heads.length)) === undefined ? target : undefined

/** Reads the answer of `git ls-remote`; the failure is a clause, to follow the source. Refs that are neither branch nor tag are passed over. */
export const readRefs = (text: string): Result.Result<RemoteRefs, string> => {
  const byName = new Map<string, string>()
  let headRef: string | undefined
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const target = symbolic.exec(line)?.[1]
    if (target !== undefined) {
      headRef = branchRef(target)
      continue
    }
    const tab = line.indexOf("\t")
    const [object, name] = [line.slice(0, Math.max(0, tab)), line.slice(tab + 1)]
    if (longCommit.test(object)) return Result.fail(otherObjects)
    if (line.startsWith("ref: ")) continue
    if (!commit.test(object) || name === "") return Result.fail(oddLine)
    byName.set(name, object)
  }
  const head = byName.get("HEAD")
  return Result.succeed({
    head: head === undefined ? undefined : { commit: head, ref: headRef },
    branches: below(byName, heads),
    tags: below(byName, "refs/tags/")
  })
}

const below = (byName: ReadonlyMap<string, string>, space: string): ReadonlyMap<string, string> =>
  new Map(
    [...byName]
      .filter(([name]) => name.startsWith(space) && !name.endsWith(peeled))
      .map(([name, object]) => [name.slice(space.length), byName.get(`${name}${peeled}`) ?? object])
  )
