import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { RunCookie } from "../../domain/process/cookie.ts"

const words = 4
const bits = 2 ** 32

/** A fresh cookie: the pid of its owner, the realm when there is one, and 128 random bits. */
export const makeCookie = Effect.fnUntraced(function* (owner: number, realm?: string) {
  const parts: Array<string> = []
  for (let word = 0; word < words; word++) {
    parts.push((yield* Random.nextIntBetween(0, bits)).toString(16).padStart(8, "0"))
  }
  const head = realm === undefined ? `${owner}` : `${owner}-${realm}`
  return RunCookie.make(`${head}-${parts.join("")}`)
})
