/** FNV-1a's start and prime. */
const [start, prime] = [0x811c9dc5, 0x01000193] as const

/**
 * A sum by which bytes that were torn or damaged are known from those that were written, in the manner of FNV-1a over
 * words of four bytes; what is left over counts byte by byte. No protection against anybody.
 */
export const checksumOf = (bytes: Uint8Array): string => {
  // A copy, which `slice` of Node's buffers is not: words begin where memory does.
  const whole = new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % 4)))
  let sum: number = start
  const words = new Uint32Array(whole.buffer)
  // By index: an iterator takes three times as long.
  for (let at = 0; at < words.length; at += 1) sum = Math.imul(sum ^ (words[at] ?? 0), prime)
  for (const byte of bytes.subarray(whole.length)) sum = Math.imul(sum ^ byte, prime)
  return `${bytes.length}-${sum >>> 0}`
}
