import * as Result from "effect/Result"

/** Where a mirror has what stands at an address elsewhere. */
export type MirrorPlace =
  | { readonly _tag: "Server"; readonly url: URL }
  | {
      readonly _tag: "Folder"
      /** The mirror's folder, absolute. */
      readonly root: string
      /** Below it: `host/path`, without `.`, `..` and empty names. */
      readonly path: string
    }

/** Separators, and what a system would take for one or for an end. */
const unsafe = /[\\\u0000]/u

/** The names of a path after decoding; none of them leads upwards. */
const namesOf = (path: string): Result.Result<ReadonlyArray<string>, string> =>
  Result.flatMap(
    Result.mapError(
      Result.try(() => decodeURIComponent(path)),
      () => "its path is not percent-encoded UTF-8"
    ),
    (decoded) => {
      const names = decoded.split("/").filter((name) => name !== "")
      const leaves = names.some((name) => name === "." || name === ".." || unsafe.test(name))
      return leaves ? Result.fail("its path would leave the mirror") : Result.succeed(names)
    }
  )

/** `host[:port]`, without the port that the scheme has anyway. */
const placeOf = (url: URL): string => {
  const host = url.host.toLowerCase()
  return url.protocol === "ssh:" ? host.replace(/:22$/u, "") : host
}

const folderOf = (base: URL): string => {
  const path = base.pathname.replace(/\/+$/u, "")
  return /^\/[A-Za-z]:/u.test(path) ? path.slice(1) : path
}

/**
 * Maps `https://host[:port]/path?query` to `<mirror>/<host>[:port]/<path>%3F<query>`, where a server that serves a
 * folder finds the file `path?query`. The failure is a clause. What the address holds of credentials is not looked at.
 */
export const mirrorPlace = (mirror: string, url: URL): Result.Result<MirrorPlace, string> => {
  const base = URL.parse(mirror)
  if (base === null || (base.protocol !== "https:" && base.protocol !== "file:"))
    return Result.fail("`network.mirror` in `policy.json` is neither an `https:` nor a `file:` address")
  const path = url.pathname + (url.search === "" ? "" : encodeURIComponent(url.search))
  return Result.flatMap(namesOf(path), (names): Result.Result<MirrorPlace, string> => {
    if (base.protocol === "https:") {
      const to = new URL(base)
      to.pathname = `${base.pathname.replace(/\/+$/u, "")}/${placeOf(url)}${path}`
      to.search = ""
      to.hash = ""
      return Result.succeed({ _tag: "Server", url: to })
    }
    if (base.host !== "") return Result.fail("`network.mirror` names another machine's files")
    return Result.map(
      Result.mapError(
        Result.try(() => decodeURIComponent(folderOf(base))),
        () => "`network.mirror` is not percent-encoded UTF-8"
      ),
      (root) => ({ _tag: "Folder", root, path: [placeOf(url), ...names].join("/") })
    )
  })
}
