/** sha256 of bytes in lower-case hex digits, by the system's library, which is loaded at the first use: who has nothing installed hashes nothing. */
export const sha256Of = (bytes: Uint8Array): string =>
  process.getBuiltinModule("node:crypto").hash("sha256", bytes, "hex")
