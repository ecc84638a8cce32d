import * as Result from "effect/Result"
import { limits } from "../limits.ts"
import { visible } from "../text/escape.ts"
import { isRange } from "../version/range.ts"
import { judgePath } from "../content/path.ts"
import { kebabPattern } from "../capability/schema/primitives.ts"
import { readAddress, withoutCredentials, type Address } from "./address.ts"
import { SourceUnknown } from "./errors.ts"
import { gitRefProblem } from "./gitRef.ts"
import { isArchiveName, type GitRepository, type GitWanted, type Source } from "./source.ts"

type Read<A> = Result.Result<A, string>

const drive = /^[A-Za-z]:[\\/]/u
const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/u
const secure = /^https:\/\//iu
const scp = /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+:(?!\/\/)/u
const commit = /^[0-9a-f]{40}$/iu
const control = /[\u0000-\u001f\u007f\u2028\u2029]/u

const wantedBy = (kind: string | undefined, name: string): Read<GitWanted> => {
  if (kind === "sha" || (kind === undefined && commit.test(name)))
    return commit.test(name)
      ? Result.succeed({ _tag: "Commit", sha: name.toLowerCase() })
      : Result.fail("`#sha:` needs the 40 hex digits of a commit")
  const problem = gitRefProblem(name)
  if (problem !== undefined) return Result.fail(problem)
  if (name.startsWith("refs/") && kind === undefined) return wantedByFullName(name)
  if (name === "HEAD" && kind === undefined) return Result.succeed({ _tag: "Default" })
  if (kind === "tag") return Result.succeed({ _tag: "Tag", name })
  return Result.succeed({ _tag: kind === "branch" ? "Branch" : "Bare", name })
}

const wantedByFullName = (name: string): Read<GitWanted> => {
  if (name.startsWith("refs/heads/")) return wantedBy("branch", name.slice("refs/heads/".length))
  if (name.startsWith("refs/tags/")) return wantedBy("tag", name.slice("refs/tags/".length))
  return Result.fail("of full names of refs only `refs/heads/…` and `refs/tags/…` are taken")
}

const readPath = (path: string): Read<string> => {
  const problem = judgePath(path)
  if (problem !== undefined || path.startsWith("-"))
    return Result.fail("`path:` must name a folder in the repository")
  return Result.succeed(path)
}

/** What stands after the `#` of a repository: a ref, `path:` of a folder, or both with `&` between them. */
const readFragment = (fragment: string | undefined): Read<Pick<GitRepository, "wanted" | "path">> => {
  if (fragment === undefined) return Result.succeed({ wanted: { _tag: "Default" } })
  const [first = "", ...rest] = fragment.split("&")
  const [ref, paths] = first.startsWith("path:") ? [undefined, [first, ...rest]] : [first, rest]
  if (paths.length > 1 || paths.some((part) => !part.startsWith("path:")))
    return Result.fail("only `path:` may follow the ref, once")
  const match = /^(?:(tag|branch|sha):)?(.*)$/su.exec(ref ?? "")
  const wanted: Read<GitWanted> =
    ref === undefined ? Result.succeed({ _tag: "Default" }) : wantedBy(match?.[1], match?.[2] ?? "")
  const [path] = paths
  if (Result.isFailure(wanted) || path === undefined) return Result.map(wanted, (one) => ({ wanted: one }))
  return Result.map(readPath(path.slice("path:".length)), (folder) => ({
    wanted: wanted.success,
    path: folder
  }))
}

const gitAt = (address: Address): Read<Source> => {
  const { fragment, recorded, secret, url } = address
  if (url.search !== "") return Result.fail("the address of a repository has no query")
  if (url.pathname.replaceAll("/", "") === "") return Result.fail("it names a host, and no repository on it")
  return Result.map(readFragment(fragment), (what) => ({
    kind: "git",
    url: recorded.replace(/\/+$/u, ""),
    ...what,
    ...(secret === undefined ? {} : { secret })
  }))
}

const readHttps = (spec: string): Read<Source> =>
  Result.flatMap(readAddress(spec, "https"), (address): Read<Source> => {
    const { pathname } = address.url
    const isArchive = isArchiveName(pathname)
    if (isArchive && address.fragment !== undefined)
      return Result.fail("it is an archive and a ref of a repository at once")
    if (isArchive) {
      const { recorded: url, secret } = address
      return Result.succeed({ kind: "https", url, ...(secret === undefined ? {} : { secret }) })
    }
    if (/\.git\/?$/iu.test(pathname)) return gitAt(address)
    return Result.fail(
      "its path ends neither in `.tgz` or `.tar.gz`, an archive, nor in `.git`, a repository; write `git+https://…` for a repository of another name"
    )
  })

const readScp = (spec: string): Read<Source> => {
  const colon = spec.indexOf(":")
  const path = spec.slice(colon + 1).replace(/^\/+/u, "")
  return Result.flatMap(readAddress(`ssh://${spec.slice(0, colon)}/${path}`, "ssh"), gitAt)
}

const githubPart = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*)$/u

const readGithub = (rest: string): Read<Source> => {
  const hash = rest.indexOf("#")
  const [owner = "", name = "", ...more] = (hash === -1 ? rest : rest.slice(0, hash)).split("/")
  if (!githubPart.test(owner) || !githubPart.test(name) || more.length > 0)
    return Result.fail("`github:` needs an owner and a repository, `github:owner/repo`")
  const fragment = hash === -1 ? "" : rest.slice(hash)
  return Result.flatMap(
    readAddress(`https://github.com/${owner}/${name.replace(/\.git$/u, "")}.git${fragment}`, "https"),
    gitAt
  )
}

/** Names that the npm registry gives out. Source: validate-npm-package-name, `validForNewPackages`. */
const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/u
const distributionTag = /^[A-Za-z][A-Za-z0-9._-]*$/u

const readNpm = (rest: string): Read<Source> => {
  const at = rest.indexOf("@", 1)
  const name = at === -1 ? rest : rest.slice(0, at)
  const selector = at === -1 ? undefined : rest.slice(at + 1)
  if (!packageName.test(name) || name.startsWith("-") || name.length > 214)
    return Result.fail("`npm:` needs the name of a package, `npm:name` or `npm:@scope/name`")
  if (selector !== undefined && !isRange(selector) && !distributionTag.test(selector))
    return Result.fail("what follows the `@` is no version, range or tag")
  return Result.succeed({ kind: "npm", name, ...(selector === undefined ? {} : { selector }) })
}

const registryForm = /^([^@/\\#]+)@([^@/\\#]+)(?:#(.*))?$/su

const readRegistry = (spec: string): Read<Source> => {
  const [, id = "", registry = "", selector] = registryForm.exec(spec) ?? []
  if (!kebabPattern.test(id) || !kebabPattern.test(registry))
    return Result.fail(
      "it is neither `id@registry`, both in lower-case letters, digits and hyphens, nor clearly a path; write `./` before the name of a folder, `npm:` before that of a package"
    )
  if (selector !== undefined && !isRange(selector))
    return Result.fail("what follows the `#` is no version or range")
  return Result.succeed({ kind: "registry", id, registry, ...(selector === undefined ? {} : { selector }) })
}

const readScheme = (spec: string): Read<Source> => {
  if (/^[a-z0-9+.-]+::/iu.test(spec))
    return Result.fail("it names a transport helper, which could run any program")
  if (secure.test(spec)) return readHttps(spec)
  if (/^git\+https:\/\//iu.test(spec)) return Result.flatMap(readAddress(spec.slice(4), "https"), gitAt)
  if (/^git\+ssh:\/\//iu.test(spec)) return Result.flatMap(readAddress(spec.slice(4), "ssh"), gitAt)
  if (/^ssh:\/\//iu.test(spec)) return Result.flatMap(readAddress(spec, "ssh"), gitAt)
  if (spec.startsWith("npm:")) return readNpm(spec.slice(4))
  if (spec.startsWith("github:")) return readGithub(spec.slice(7))
  if (/^(?:git\+)?http:/iu.test(spec))
    return Result.fail("plain http lets anybody on the way change it; use https")
  return Result.fail("sources of that scheme are not supported")
}

/** One look per form; each text is of at most one, and what is of none is refused, never taken for a path. */
const read = (spec: string): Read<Source> => {
  if (spec.length > limits.sourceCharacters)
    return Result.fail(`it is longer than ${limits.sourceCharacters} characters`)
  if (spec.trim() === "") return Result.fail("it is empty")
  if (spec.startsWith("-")) return Result.fail("it reads like an option")
  if (control.test(spec)) return Result.fail("it holds a control character")
  if (spec !== spec.trim()) return Result.fail("it begins or ends with a blank")
  if (/^(?:\.{1,2}(?:[/\\]|$)|\/(?!\/)|[A-Za-z]:[\\/])/u.test(spec)) return localAt(spec)
  if (/^(?:\/\/|\\\\)/u.test(spec)) return Result.fail("it names a share of another machine")
  if (scp.test(spec)) return readScp(spec)
  if (scheme.test(spec) && !drive.test(spec)) return readScheme(spec)
  return /^[^/\\]*@/u.test(spec) ? readRegistry(spec) : localAt(spec)
}

/** A ref behind a path means a repository on the disk, of which a folder's files are not. */
const localAt = (path: string): Read<Source> =>
  /#(?:tag|branch|sha|path):/u.test(path)
    ? Result.fail(
        "it is a path and a ref of a repository at once; what stands on this disk is taken as it stands"
      )
    : Result.succeed({ kind: isArchiveName(path) ? "archive" : "local", path })

/**
 * Reads a source spec: pure, and each text has at most one meaning. A path that ends in `.tgz` or `.tar.gz` means an
 * archive, any other a folder; a folder of such a name is one all the same, which only the resolver can see.
 */
export const parseSource = (spec: string): Result.Result<Source, SourceUnknown> =>
  Result.mapError(
    read(spec),
    (reason) =>
      new SourceUnknown({ spec: visible(withoutCredentials(spec), limits.sourceShownCharacters), reason })
  )
