import * as Result from "effect/Result"
import { readAddress } from "../source/address.ts"

const publicDomain = "npmjs.org"

/** Registry that npm asks when no configuration names another. */
export const publicRegistry = `https://registry.${publicDomain}/`

/** Address of what a registry says of a package. The registry ends in `/`; the name is one part of the path, its scope included. */
export const packumentUrl = (registry: string, name: string): string =>
  `${registry}${name.replace("/", "%2f")}`

const withoutSlash = (text: string): string => text.replace(/\/$/u, "")

/**
 * Address of a tarball as it is fetched. Like npm, a tarball at the public registry is fetched from the configured one,
 * which may be the only one that can be reached. The failure is a clause, and holds nothing of the address.
 */
export const tarballUrl = (registry: string, tarball: string): Result.Result<string, string> => {
  if (/^http:/iu.test(tarball)) return Result.fail("it is at plain http")
  return Result.flatMap(readAddress(tarball, "https"), ({ secret, url }) => {
    if (secret !== undefined) return Result.fail("its address holds credentials")
    const isMoved = url.host === new URL(publicRegistry).host
    return Result.succeed(
      isMoved
        ? `${withoutSlash(registry)}${url.pathname}${url.search}`
        : `${url.origin}${url.pathname}${url.search}`
    )
  })
}
