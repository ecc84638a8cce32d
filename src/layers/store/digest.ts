import { createHash } from "node:crypto"
import type { BundleFile } from "../../domain/content/BundleFile.ts"
import { hashedText } from "../../domain/content/contentHash.ts"

/** sha512 of bytes in 128 lower-case hex digits, by the system's library. */
export const digestOf = (bytes: Uint8Array): string => createHash("sha512").update(bytes).digest("hex")

/** The domain's `contentHash`, by the system's library, which is quicker: a test compares them. */
export const contentHashOf = (files: ReadonlyArray<BundleFile>): string =>
  `sha512-${createHash("sha512").update(hashedText(files)).digest("base64")}`

const startsWithShebang = (bytes: Uint8Array): boolean => bytes[0] === 0x23 && bytes[1] === 0x21

/** What a bundle records of a file; executable when it starts with `#!`. */
export const describe = (path: string, bytes: Uint8Array): BundleFile => ({
  path,
  size: bytes.length,
  sha512: digestOf(bytes),
  executable: startsWithShebang(bytes)
})

/** The same of a file that comes in pieces, the first of at least two bytes if the file has them. */
export const describing = (path: string) => {
  const hash = createHash("sha512")
  let size = 0
  let executable = false
  return {
    add: (piece: Uint8Array): void => {
      if (size === 0) executable = startsWithShebang(piece)
      size += piece.length
      hash.update(piece)
    },
    file: (): BundleFile => ({ path, size, sha512: hash.digest("hex"), executable })
  }
}
