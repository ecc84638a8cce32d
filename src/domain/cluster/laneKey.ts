import * as Schema from "effect/Schema"
import { sha256Hex, sha512Integrity } from "../hash.ts"
import { canonicalJson } from "../json/canonical.ts"
import type { Lane } from "../lane/lane.ts"

/** Hex digits of each half of a key; the name of a shard, which holds a whole key, has 50 characters at the most. */
const digits = 20

const halfOf = (text: string): string => sha256Hex(text).slice(0, digits)

/** Changes with the meaning of what is handed over, so that programs that would misunderstand each other never meet. */
const protocol = "gsd lane 1"

/**
 * What a lane is routed by: one half stands for its capability and slug, the other for its bytes. Runners offer keys, and
 * a lane goes to those that offer its very bytes.
 */
export const LaneKey = Schema.String.check(Schema.isPattern(/^[0-9a-f]{20}-[0-9a-f]{20}$/u)).pipe(
  Schema.brand("LaneKey")
)
export type LaneKey = typeof LaneKey.Type

/** What names a lane's bytes: the hash of its bundle, or that of its definition where the product brings it along. */
export const bytesOf = ({ contentHash, reviewer }: Pick<Lane, "contentHash" | "reviewer">): string =>
  contentHash ?? sha512Integrity(canonicalJson(reviewer))

/** A lane by its names and bytes. */
export interface NamedLane {
  readonly id: string
  readonly slug: string
  /** See `bytesOf`. */
  readonly bytes: string
}

/** The names and bytes of a lane. */
export const namedLane = (lane: Lane): NamedLane => ({
  id: lane.capabilityId,
  slug: lane.slug,
  bytes: bytesOf(lane)
})

/** The key of a lane. */
export const laneKey = ({ bytes, id, slug }: NamedLane): LaneKey =>
  LaneKey.make(`${halfOf(`${protocol}\n${id}\n${slug}`)}-${halfOf(bytes)}`)

/** Tells whether two keys are of one capability and slug, whatever their bytes. */
export const isSameLane = (left: LaneKey, right: LaneKey): boolean =>
  left.slice(0, digits) === right.slice(0, digits)

/** A live runner. */
export interface RunnerSeen {
  readonly name: string
  readonly offers: ReadonlyArray<LaneKey>
}

/** Who could run a lane. */
export interface Offered {
  /** Names of the runners that offer its very bytes. */
  readonly runners: ReadonlyArray<string>
  /** Names of those that offer other bytes under its name. */
  readonly otherBytes: ReadonlyArray<string>
}

/** Looks for a lane among what runners offer. */
export const offeredBy = (key: LaneKey, runners: ReadonlyArray<RunnerSeen>): Offered => {
  const exact = runners.filter(({ offers }) => offers.includes(key))
  return {
    runners: exact.map(({ name }) => name),
    otherBytes: runners
      .filter((one) => !exact.includes(one) && one.offers.some((offer) => isSameLane(offer, key)))
      .map(({ name }) => name)
  }
}
