import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Manifest } from "../../domain/capability/schema/manifest.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { composeSet } from "../../domain/registry/compose.ts"
import { factsOf } from "../../domain/registry/facts.ts"
import { activeIn } from "../registry/active.ts"
import { membersOf } from "../registry/members.ts"
import { switchedOffHere } from "../registry/switchedOff.ts"
import type { Judged } from "./stages.ts"

/**
 * What the set finds wrong with a manifest: the first-party capabilities, those that are active in the scope, and this
 * one in place of another of its id. Source: seed 003 D2, design.md section 6.
 */
export const besideActive = Effect.fn("install.besideActive")(function* (
  scope: LedgerScope,
  manifest: Manifest
) {
  const active = yield* activeIn(scope)
  const others = yield* membersOf(
    active.filter(({ id }) => id !== manifest.id),
    yield* switchedOffHere(scope)
  )
  const composed = composeSet([...others, { origin: "overlay", facts: factsOf(manifest), isOut: false }], {
    hostVersion: undefined
  })
  return composed.at(-1) ?? []
})

/** Adds what the set finds wrong with a manifest that is in order by itself. */
export const judgeInSet = Effect.fn("install.judgeInSet")(function* (judged: Judged) {
  const manifest = Option.getOrUndefined(judged.decoded)
  if (manifest === undefined || judged.problems.some(({ severity }) => severity === "error")) return judged
  const problems = yield* besideActive(judged.scope, manifest)
  return { ...judged, problems: [...judged.problems, ...problems] } satisfies Judged
})
