import { sha1 } from "@noble/hashes/legacy.js"
import { sha256, sha512 as digest } from "@noble/hashes/sha2.js"

const encoder = new TextEncoder()

const hexOf = (bytes: Uint8Array): string => {
  let text = ""
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0")
  return text
}

const base64Of = (bytes: Uint8Array): string => {
  let binary = ""
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Hash of text as UTF-8, or of bytes, in 128 lower-case hex digits. Meant for small inputs; files are hashed while streaming, in layers. */
export const sha512Hex = (input: string | Uint8Array): string =>
  hexOf(digest(typeof input === "string" ? encoder.encode(input) : input))

/** Hash of text as UTF-8 in 64 lower-case hex digits. */
export const sha256Hex = (text: string): string => hexOf(sha256(encoder.encode(text)))

/** The hash by which git names a file's bytes, in a repository whose hashes have this many hex digits, 40 or 64. */
export const gitBlobHash = (bytes: Uint8Array, digits: number): string => {
  const head = encoder.encode(`blob ${bytes.length}\0`)
  const whole = new Uint8Array(head.length + bytes.length)
  whole.set(head)
  whole.set(bytes, head.length)
  return hexOf(digits > 40 ? sha256(whole) : sha1(whole))
}

/** Hash of text as UTF-8, or of bytes, as `sha512-<base64>`: the form of content hashes and digests. */
export const sha512Integrity = (input: string | Uint8Array): string =>
  `sha512-${base64Of(digest(typeof input === "string" ? encoder.encode(input) : input))}`

/** Lower-case hex digits of a `sha512-<base64>` text; empty when it is not one. */
export const hexOfIntegrity = (integrity: string): string => {
  const match = /^sha512-([A-Za-z0-9+/]{86}==)$/u.exec(integrity)
  if (match === null) return ""
  let text = ""
  for (const character of atob(match[1] ?? "")) text += character.charCodeAt(0).toString(16).padStart(2, "0")
  return text
}
