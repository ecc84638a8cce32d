import { checksumOf } from "./checksum.ts"

/** First line of a file that is kept: what it counts for, and the sum of the rest, so that a torn one is none. */
export const headOf = (key: string, body: Uint8Array): string => JSON.stringify([key, checksumOf(body)])
