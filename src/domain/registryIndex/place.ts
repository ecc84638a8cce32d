import * as Result from "effect/Result"
import { kebabPattern } from "../capability/schema/primitives.ts"
import { withoutCredentials } from "../source/address.ts"
import { RegistryAddressWrong } from "./addedErrors.ts"

/** Name of the file of a registry's root. */
export const rootName = "root.json"

/** Name of a root that is being published, in the folder of its index. */
export const nextRootName = "root.json.next"

/** Path of a capability's file, relative to the registry's address. */
export const capabilityPath = (id: string): string => `capabilities/${id}.json`

const urlProblem = (url: URL | null): string | undefined => {
  if (url === null) return "is no address that can be read"
  if (url.protocol !== "https:") return "is no https address; plain http lets anybody on the way change it"
  if (url.username !== "" || url.password !== "")
    return "holds credentials, which would be recorded; registries are read without any"
  return url.search !== "" || url.hash !== ""
    ? "has a query or a fragment, and files are looked up below it"
    : undefined
}

/** Reads the name and the address under which a registry shall be added. */
export const readPlace = (
  name: string,
  address: string
): Result.Result<{ readonly name: string; readonly url: string }, RegistryAddressWrong> => {
  if (!kebabPattern.test(name))
    return Result.fail(
      new RegistryAddressWrong({
        given: name,
        reason: "is no name of a registry: lower-case letters, digits and hyphens, a letter first"
      })
    )
  const url = URL.parse(address)
  const reason = urlProblem(url)
  if (url === null || reason !== undefined)
    return Result.fail(
      new RegistryAddressWrong({ given: withoutCredentials(address), reason: reason ?? "is no address" })
    )
  // An empty query or fragment would stay otherwise.
  url.search = ""
  url.hash = ""
  return Result.succeed({ name, url: url.href.replace(/\/+$/u, "") })
}

/** Address of a file of a registry. */
export const fileUrl = (url: string, path: string): string => `${url}/${path}`

/** Tells whether a root may name this path: below the registry's address, plainly written. */
export const isFilePath = (path: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/u.test(path)

/** Address of a bundle as a registry at `url` names it; undefined when it leads nowhere a bundle is fetched from. */
export const artifactUrl = (url: string, artifact: string): string | undefined => {
  const address = URL.parse(artifact, `${url}/`)
  const isPlain =
    address?.protocol === "https:" &&
    address.username === "" &&
    address.password === "" &&
    address.hash === ""
  return isPlain ? address.href : undefined
}
