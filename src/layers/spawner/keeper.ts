/** Memory for a bounded part of a stream; it copies what it keeps. */
export interface Keeper {
  readonly add: (chunk: Uint8Array) => void
  /** What is kept, in the order it came. */
  readonly bytes: () => Uint8Array
}

const firstBytes = 16_384

/** Room that doubles up to the cap, so that a large cap costs nothing before it is used. */
const makeRoom = (capBytes: number) => {
  let room = new Uint8Array(Math.min(capBytes, firstBytes))
  return (needed: number): Uint8Array => {
    if (needed <= room.byteLength || room.byteLength === capBytes) return room
    const grown = new Uint8Array(Math.min(capBytes, Math.max(needed, 2 * room.byteLength)))
    grown.set(room)
    room = grown
    return room
  }
}

/** Keeps the first `capBytes` of a stream. */
export const keepHead = (capBytes: number): Keeper => {
  const roomFor = makeRoom(capBytes)
  let held = 0
  return {
    add: (chunk) => {
      const piece = chunk.subarray(0, capBytes - held)
      if (piece.byteLength === 0) return
      roomFor(held + piece.byteLength).set(piece, held)
      held += piece.byteLength
    },
    bytes: () => roomFor(0).slice(0, held)
  }
}

/** Keeps the last `capBytes` of a stream, in a ring once they are full. */
export const keepTail = (capBytes: number): Keeper => {
  const roomFor = makeRoom(capBytes)
  let held = 0
  let next = 0
  const add = (chunk: Uint8Array) => {
    const piece = chunk.subarray(Math.max(0, chunk.byteLength - capBytes))
    if (piece.byteLength === 0) return
    const room = roomFor(held + piece.byteLength)
    const before = piece.subarray(0, capBytes - next)
    room.set(before, next)
    room.set(piece.subarray(before.byteLength), 0)
    next = (next + piece.byteLength) % capBytes
    held = Math.min(capBytes, held + piece.byteLength)
  }
  const bytes = () => {
    const room = roomFor(0)
    if (held < capBytes) return room.slice(0, held)
    const whole = new Uint8Array(held)
    whole.set(room.subarray(next))
    whole.set(room.subarray(0, next), held - next)
    return whole
  }
  return { add, bytes }
}
