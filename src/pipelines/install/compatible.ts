import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { compatibleOf, unmetEngine } from "../../domain/install/engine.ts"
import { memberText } from "../../domain/json/value.ts"
import { limits } from "../../domain/limits.ts"
import { exactOf } from "../../domain/source/exact.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { SourceResolver, type ResolvedSource } from "../../services/SourceResolver.ts"
import { stage } from "./stage.ts"
import type { Verified } from "./stages.ts"
import { verifyStaged } from "./verifyStaged.ts"

/** Whether the caller or the source itself wants one version and no other. */
const isExact = ({ agreed, exactly, integrity, resolved, supplied }: Verified): boolean =>
  supplied !== undefined ||
  (agreed ?? exactly ?? integrity ?? exactOf(resolved.source, resolved.ref)) !== undefined

/** One version of the source, when it has it and would give it out. */
const offered = Effect.fnUntraced(function* ({ source }: ResolvedSource, exactly: string) {
  const resolver = yield* SourceResolver
  return yield* resolver.resolve(source, { exactly }).pipe(
    Effect.asSome,
    Effect.catchTags({
      SourceNotFound: () => Effect.succeedNone,
      SourceRefused: () => Effect.succeedNone
    })
  )
})

/**
 * In place of a version that is made for another gsd, the newest one that its `compatVersions` names for this gsd and
 * that the source really has; the source that is recorded stays the one asked for. The same when there is none, or when
 * exactly this version was wanted. Source: seed 003 D6.
 */
export const compatible = Effect.fn("install.compatible")(function* (verified: Verified) {
  const hosts = yield* HostVersion
  const host = Option.getOrUndefined(yield* Effect.option(hosts.read))
  const needed = host === undefined ? undefined : unmetEngine(verified.raw, host)
  if (host === undefined || needed === undefined || isExact(verified)) return verified
  const { canonical, source } = verified.resolved
  for (const version of compatibleOf(verified.raw, host).slice(0, limits.compatibleTries)) {
    const found = yield* offered(verified.resolved, version)
    if (Option.isNone(found)) continue
    const other = yield* verifyStaged(yield* stage({ ...verified, resolved: found.value }))
    if (unmetEngine(other.raw, host) !== undefined) continue
    const [newest, taken] = [verified.raw, other.raw].map((raw) => memberText(raw, "version"))
    const note = `${newest} needs gsd ${needed}; ${taken} is the newest version that works with ${host}`
    const notes = [...(found.value.notes ?? []), note]
    return { ...other, resolved: { ...found.value, canonical, source, notes } } satisfies Verified
  }
  return verified
})
