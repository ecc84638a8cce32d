import * as Effect from "effect/Effect"
import { consentDigest, consentSubject } from "../../src/domain/consent/digest.ts"
import { limits } from "../../src/domain/limits.ts"
import type { JsonValue } from "../../src/domain/json/value.ts"
import { Durable } from "../../src/services/Durable.ts"
import type { lifeOf } from "./life.ts"

const readText = (path: string) =>
  Effect.flatMap(Durable, (durable) => durable.read(path, { maxBytes: limits.consentBytes })).pipe(
    Effect.map((bytes) => new TextDecoder().decode(bytes))
  )

/** The digest that a manifest had in global scope, from a folder, before agents were powers. */
const digestBefore = (raw: JsonValue, contentHash: string): string => {
  const { agents: _, ...others } = raw as Record<string, JsonValue>
  return consentDigest(
    consentSubject(others, { scopeKind: "global", source: "local", contentHash, egress: [] })
  )
}

/**
 * Makes what is recorded of the installed generation what a version of gsd recorded that did not show agents. Gives both
 * digests.
 */
export const asBeforeAgents = Effect.fnUntraced(function* (life: ReturnType<typeof lifeOf>) {
  const home = "/home/ada/.gsd"
  const { consentDigest: now, contentHash, path } = yield* life.show
  const raw = JSON.parse(yield* life.onDisk(readText(`${path}/capability.json`))) as JsonValue
  const before = digestBefore(raw, contentHash)
  for (const name of ["ledger.json", "consent.json"]) {
    const text = yield* life.onDisk(readText(`${home}/${name}`))
    yield* life.write(`${home}/${name}`, text.replaceAll(now, before).replace(/^ *"agents": true,\n/mu, ""))
  }
  return { before, now }
})
