import * as Effect from "effect/Effect"
import { limits } from "../../domain/limits.ts"
import { temporaryOf } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { transactionName } from "../transaction/name.ts"
import { dropOthers } from "./dropOthers.ts"
import { headOf } from "./headOf.ts"

/** A file in `H/cache` of something that took long to work out. */
export interface KeptFile {
  readonly name: string
  /** Names of files of its kind, of which the oldest go. */
  readonly kind: RegExp
  /** What it counts for. */
  readonly key: string
  /** One line each. */
  readonly lines: ReadonlyArray<string>
}

/** Keeps a file behind its head, durably and as a whole; nothing when it is too long. */
export const putKept = Effect.fnUntraced(function* ({ key, kind, lines, name }: KeptFile) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const encoder = new TextEncoder()
  const body = encoder.encode(lines.join("\n"))
  const head = encoder.encode(`${headOf(key, body)}\n`)
  if (head.length + body.length > limits.keptBytes) return
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  const path = `${paths.cache}/${name}`
  yield* Effect.ignore(durable.makeDirectory(paths.cache, { mode: 0o700 }))
  yield* durable.replace(path, bytes, { mode: 0o600, temporary: temporaryOf(path, yield* transactionName) })
  yield* dropOthers(name, kind)
})
