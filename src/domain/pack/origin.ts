import * as Result from "effect/Result"
import { readAddress } from "../source/address.ts"

/** `git@host:owner/name.git`, which is ssh without saying so. */
const shortSsh = /^(?:([A-Za-z0-9._-]+)@)?([A-Za-z0-9.-]+):(?!\/\/)(\/?[^\s:]+)$/u

const asAddress = (remote: string): string => {
  const short = /^[A-Za-z]:[\\/]/u.test(remote) ? null : shortSsh.exec(remote)
  if (short === null) return remote
  const [, user, host = "", path = ""] = short
  return `ssh://${user === undefined ? "" : `${user}@`}${host}/${path.replace(/^\//u, "")}`
}

/** The address of a checkout's remote as it may be published: https or ssh, without credentials; undefined when it is no such. */
export const publicRemote = (remote: string): string | undefined => {
  const address = asAddress(remote.trim())
  const scheme = address.startsWith("https:") ? "https" : "ssh"
  const read = readAddress(address, scheme)
  return Result.isSuccess(read) && read.success.fragment === undefined ? read.success.recorded : undefined
}
