import * as Schema from "effect/Schema"
import { loopPoints, type LoopHookKind, type LoopPoint } from "../capability/loopContract.ts"
import type { Manifest } from "../capability/schema/manifest.ts"
import type { Registry, RegistryMember, SkipReason } from "./Registry.ts"

const Origin = Schema.Literals(["first-party", "global", "project"])

/** One capability of the matrix. Source: seed 003 D9. */
export const MatrixRow = Schema.Struct({
  id: Schema.String,
  version: Schema.String,
  tier: Schema.Literals(["core", "standard", "full"]),
  role: Schema.Literals(["feature", "runtime", "reviewer"]),
  origin: Origin,
  /** Where in the loop it has hooks, in loop order. */
  points: Schema.Array(Schema.Literals(loopPoints)),
  kinds: Schema.Array(Schema.Literals(["step", "contribution", "gate"])),
  /** Range of host versions; null when it names none. */
  engines: Schema.NullOr(Schema.String),
  /** Slug of its reviewer lane; null when it has none. */
  lane: Schema.NullOr(Schema.String)
})
export type MatrixRow = typeof MatrixRow.Type

/** JSON of `registry matrix`: who is acted on, by id ascending, and who is installed and not. */
export const Matrix = Schema.Struct({
  capabilities: Schema.Array(MatrixRow),
  skipped: Schema.Array(Schema.Struct({ id: Schema.String, origin: Origin, reason: Schema.String }))
})
export type Matrix = typeof Matrix.Type

const hooksOf = (manifest: Manifest): ReadonlyArray<readonly [LoopHookKind, LoopPoint]> =>
  manifest.role !== "feature"
    ? []
    : [
        ...manifest.steps.map(({ point }) => ["step", point] as const),
        ...manifest.contributions.map(({ point }) => ["contribution", point] as const),
        ...manifest.gates.map(({ point }) => ["gate", point] as const)
      ]

const laneOf = (manifest: Manifest): string | null =>
  manifest.role === "feature" ? null : (manifest.reviewer?.slug ?? null)

/** The row of a capability. */
export const matrixRow = ({ id, manifest, origin }: RegistryMember): MatrixRow => {
  const hooks = hooksOf(manifest)
  const points = new Set(hooks.map(([, point]) => point))
  return {
    id,
    version: manifest.version,
    tier: manifest.tier,
    role: manifest.role,
    origin,
    points: loopPoints.filter((point) => points.has(point)),
    kinds: [...new Set(hooks.map(([kind]) => kind))],
    engines: manifest.engines?.gsd ?? null,
    lane: laneOf(manifest)
  }
}

const reasonOf = (reason: SkipReason): string => {
  if (reason._tag === "NotActive") return reason.reason === "" ? reason.status : reason.reason
  if (reason._tag === "Shadowed") return "one of the same id in the project takes its place"
  return reason.problems.find(({ severity }) => severity === "error")?.message ?? "the set refuses it"
}

/** The matrix of a registry. */
export const matrixOf = ({ members, skipped }: Pick<Registry, "members" | "skipped">): Matrix => ({
  capabilities: [...members.values()].map(matrixRow),
  skipped: skipped
    .map(({ id, origin, reason }) => ({ id, origin, reason: reasonOf(reason) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
})
