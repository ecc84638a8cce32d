import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { neededArtifacts, type NeededArtifacts } from "../../domain/collect/planCollect.ts"
import type { RecordFacts } from "../../domain/doctor/judgeRecords.ts"
import { isRetirable } from "../../domain/doctor/judgeStore.ts"
import { member } from "../../domain/json/value.ts"
import { emptyLockfile } from "../../domain/project/lockfile.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Repairs } from "../../services/Repairs.ts"
import { recordFacts } from "../doctor/records.ts"
import { unnamedIn } from "../doctor/store.ts"
import { readLockfile } from "../project/vendor.ts"

/** Digests that the current project's lockfile names, so that it can still be followed offline. */
const lockedArtifacts = Effect.gen(function* () {
  const { project } = yield* GsdHome
  if (Option.isNone(project)) return []
  const { capabilities } = Result.getOrElse(yield* readLockfile(project.value), () => emptyLockfile)
  return [...capabilities.values()].flatMap((entry) => {
    const digest = member(entry, "sha512")
    return typeof digest === "string" ? [digest] : []
  })
})

const everything: NeededArtifacts = { has: () => true }

const neededBy = Effect.fnUntraced(function* ({ ledgers }: RecordFacts) {
  const readable = ledgers.flatMap((one) => (one.state === "readable" ? [one.ledger] : []))
  // A ledger that cannot be read may name anything.
  return readable.length < ledgers.length ? everything : neededArtifacts(readable, yield* lockedArtifacts)
})

/** What could go, as far as records and the disk tell now. */
export const collectFacts = Effect.fn("gc.facts")(function* () {
  const repairs = yield* Repairs
  const records = yield* recordFacts()
  const now = yield* Clock.currentTimeMillis
  const unnamed = (yield* unnamedIn(records)).filter((one) => isRetirable(one, now))
  return { unnamed, surplus: yield* repairs.surplus(yield* neededBy(records)) }
})
