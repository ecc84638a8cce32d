interface Detachable {
  readonly transfer?: (bytes: number) => ArrayBuffer
}

const detach = (buffer: ArrayBufferLike & Detachable) => buffer.transfer?.(0)

/**
 * Gives the memory of a chunk back at once, leaving the chunk empty: left to the collector, 80 MiB of
 * output cost 70 MB. A chunk that is only a part of a buffer is left alone: others may read the rest.
 */
export const recycle = (chunk: Uint8Array): void => {
  if (chunk.byteOffset === 0 && chunk.byteLength === chunk.buffer.byteLength) detach(chunk.buffer)
}
