import * as Schema from "effect/Schema"
import { sha256Hex } from "../hash.ts"

/** Name of the variable that marks every process of a run, and of the runs inside it. */
export const cookieVariable = "GSD_RUN_COOKIE"

/**
 * Mark of one run, carried in the environment of its processes: `<pid of the gsd that owns it>-<random>`, or with the
 * realm of its home between them.
 */
export const RunCookie = Schema.String.check(Schema.isPattern(/^[0-9]+-[0-9a-f-]+$/u)).pipe(
  Schema.brand("RunCookie")
)
export type RunCookie = typeof RunCookie.Type

const separator = ":"

/** Value of the variable for a run started inside other runs: outermost first, its own cookie last. */
export const extendLineage = (outer: string | undefined, cookie: RunCookie): string =>
  outer === undefined || outer === "" ? cookie : `${outer}${separator}${cookie}`

/** Cookies in the value of the variable, outermost first; what is no cookie is left out. */
export const lineageOf = (value: string): ReadonlyArray<RunCookie> =>
  value.split(separator).filter(Schema.is(RunCookie))

/** Realm of a home H, by which the runs of one home are told from those of others on a machine: 8 hex digits. */
export const realmOf = (root: string): string => sha256Hex(root).slice(0, 8)

/** Realm that a run belongs to; undefined for one of a program without a home. */
export const realmOfCookie = (cookie: RunCookie): string | undefined => {
  const parts = cookie.split("-")
  return parts.length > 2 ? parts[1] : undefined
}

/** Process id of the `gsd` that started the run; its end makes processes with this cookie orphans. */
export const ownerOf = (cookie: RunCookie): number => Number(cookie.slice(0, cookie.indexOf("-")))
