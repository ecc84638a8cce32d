import * as Effect from "effect/Effect"
import { crc32, deflateRaw } from "node:zlib"

/** No name, no time, the slowest compression, no system named: the same everywhere. Source: RFC 1952. */
const header = Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])

const level = 9

const deflated = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.callback((resume) => {
    deflateRaw(bytes, { level, memLevel: 8 }, (error, result) =>
      resume(error === null ? Effect.succeed(result) : Effect.die(error))
    )
  })

/** One gzip member whose bytes depend on nothing but the compressor. */
export const gzip = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const body = yield* deflated(bytes)
  const whole = new Uint8Array(header.length + body.length + 8)
  whole.set(header)
  whole.set(body, header.length)
  const trailer = new DataView(whole.buffer, header.length + body.length)
  trailer.setUint32(0, crc32(bytes), true)
  trailer.setUint32(4, bytes.length, true)
  return whole
})
