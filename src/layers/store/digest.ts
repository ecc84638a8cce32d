import { createHash } from "node:crypto"
import type { BundleFile } from "../../domain/content/BundleFile.ts"

/** sha512 of bytes in 128 lower-case hex digits, by the system's library. */
export const digestOf = (bytes: Uint8Array): string => createHash("sha512").update(bytes).digest("hex")

/** What a bundle records of a file; executable when it starts with `#!`. */
export const describe = (path: string, bytes: Uint8Array): BundleFile => ({
  path,
  size: bytes.length,
  sha512: digestOf(bytes),
  executable: bytes[0] === 0x23 && bytes[1] === 0x21
})
