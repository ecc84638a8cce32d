import * as Result from "effect/Result"
import { plannedFile, planWiring, type PlanFile } from "../foreign/planWiring.ts"
import type { Target } from "../foreign/target.ts"
import { unwire } from "../settings/unwire.ts"
import { markedIn, standingOf, withMarked, type PublicBundle } from "./marked.ts"

const documentOf = ({ bytes, path }: Target) => ({ file: path, bytes, strict: false })

/**
 * Plans the edit of a settings file in which ours take the place of what the public system put there: its entries are cut,
 * ours are put in, every other byte as it was. Only what is as it was written is cut; where somebody changed something of
 * it, all of it stays. An undo puts the public ones back.
 */
export const planTakeover =
  (bundle: PublicBundle): PlanFile =>
  (target, old, wish) =>
    Result.flatMap(markedIn(documentOf(target), bundle.id), (found) => {
      if (standingOf(found, bundle) !== "whole") return planWiring(target, old, wish)
      const { owner, wiring } = withMarked(old, bundle.id, found)
      const bare = unwire(documentOf(target), wiring, { owner })
      return Result.map(planWiring({ ...target, bytes: bare.bytes }, bare.wiring, wish), (planned) => ({
        ...planned,
        file: {
          ...plannedFile(target, wiring, { bytes: planned.file.after, wiring: planned.file.row.wiring?.now }),
          again: (bytes) =>
            Result.map(planTakeover(bundle)({ ...target, bytes }, old, wish), (again) => again.file)
        }
      }))
    })
