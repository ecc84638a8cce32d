import * as Result from "effect/Result"

/** An absolute path in pieces, without empty, `.` and `..` segments. */
export interface HostPath {
  /** `/`, a drive such as `C:/`, or a share such as `//server/share/`. */
  readonly root: string
  readonly segments: ReadonlyArray<string>
}

/** Which spelling of paths counts: `win32` has drives and two separators, every other platform neither. */
export type PathPlatform = string

const isWindows = (platform: PathPlatform): boolean => platform === "win32"

const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

const windowsRefuses = /[<>:"|?*]|[. ]$/u

const splitAt = (text: string, separator: RegExp): ReadonlyArray<string> =>
  text.split(separator).filter((part) => part !== "" && part !== ".")

/** Why these names make no path; undefined when they do. Each is a clause about `it`. */
const problemOf = (segments: ReadonlyArray<string>, platform: PathPlatform): string | undefined => {
  if (segments.includes("..")) return "it has a `..` segment"
  return isWindows(platform) && segments.some((part) => windowsRefuses.test(part))
    ? "it holds a name that Windows does not take"
    : undefined
}

const judged = (
  segments: ReadonlyArray<string>,
  platform: PathPlatform
): Result.Result<ReadonlyArray<string>, string> => {
  const problem = problemOf(segments, platform)
  return problem === undefined ? Result.succeed(segments) : Result.fail(problem)
}

interface Rooted {
  readonly root: string
  readonly rest: string
}

const windowsRoot = (text: string): Result.Result<Rooted, string> => {
  const drive = /^([A-Za-z]:)[\\/](.*)$/u.exec(text)
  if (drive !== null) return Result.succeed({ root: `${drive[1] ?? ""}/`, rest: drive[2] ?? "" })
  if (/^[\\/]{2}[?.](?:[\\/]|$)/u.test(text)) return Result.fail("it is the path of a device")
  const share = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)(.*)$/u.exec(text)
  if (share === null)
    return Result.fail(/^[\\/]/u.test(text) ? "it names no drive" : "it is no absolute path")
  const [, server = "", name = "", rest = ""] = share
  const problem = problemOf([server, name], "win32")
  return problem === undefined ? Result.succeed({ root: `//${server}/${name}/`, rest }) : Result.fail(problem)
}

const rootOf = (text: string, platform: PathPlatform): Result.Result<Rooted, string> => {
  if (isWindows(platform)) return windowsRoot(text)
  return text.startsWith("/")
    ? Result.succeed({ root: "/", rest: text.slice(1) })
    : Result.fail("it is no absolute path")
}

/**
 * Reads an absolute path. Refused, with a clause about `it`: control characters, line separators, lone surrogates, `..`
 * segments, whatever is not absolute, and on Windows a path without drive, a device, a name that cannot be.
 */
export const readHostPath = (text: string, platform: PathPlatform): Result.Result<HostPath, string> => {
  if (unprintable.test(text)) return Result.fail("it holds a control character")
  const separator = isWindows(platform) ? /[\\/]/u : /\//u
  return Result.flatMap(rootOf(text, platform), ({ rest, root }) =>
    Result.map(judged(splitAt(rest, separator), platform), (segments) => ({ root, segments }))
  )
}

/** The same, where a leading `~` alone or before a separator stands for the home; `~user` does not. */
export const readFromHome = (
  text: string,
  home: HostPath,
  platform: PathPlatform
): Result.Result<HostPath, string> => {
  const rest = (isWindows(platform) ? /^~(?:[\\/](.*))?$/su : /^~(?:\/(.*))?$/su).exec(text)
  return rest === null
    ? readHostPath(text, platform)
    : readHostPath(`${textOf(home)}/${rest[1] ?? ""}`, platform)
}

/** Reads a path of a manifest, which stays below something; either slash separates, on every platform. It may be empty. */
export const readBelow = (
  text: string,
  platform: PathPlatform
): Result.Result<ReadonlyArray<string>, string> => {
  if (unprintable.test(text)) return Result.fail("it holds a control character")
  if (/^[\\/]|^[A-Za-z]:/u.test(text)) return Result.fail("it is absolute")
  return judged(splitAt(text, /[\\/]/u), platform)
}

/** What lies below a path. */
export const below = ({ root, segments }: HostPath, more: ReadonlyArray<string>): HostPath => ({
  root,
  segments: [...segments, ...more]
})

/** The folder that holds a path; of a root the root itself. */
export const folderOf = ({ root, segments }: HostPath): HostPath => ({
  root,
  segments: segments.slice(0, -1)
})

/** Tells whether `inner` lies below `outer`, or is it. */
export const isBelow = (inner: HostPath, outer: HostPath): boolean =>
  inner.root === outer.root && outer.segments.every((part, at) => inner.segments[at] === part)

/** The path as text, with `/` on every platform. Example: `C:/Users/ada/.claude`. */
export const textOf = ({ root, segments }: HostPath): string => `${root}${segments.join("/")}`
