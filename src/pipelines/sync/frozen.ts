import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { decodedEntry } from "../../domain/project/drift.ts"
import { NotLocked } from "../../domain/project/errors.ts"
import type { Lockfile } from "../../domain/project/lockfile.ts"
import { projectPlaces, type ProjectScope } from "../../domain/project/places.ts"
import { consentSource } from "../../domain/source/canonical.ts"
import { withoutCredentials } from "../../domain/source/address.ts"
import { parseSource } from "../../domain/source/grammar.ts"
import { visible } from "../../domain/text/escape.ts"
import { judged } from "../install.ts"
import type { Requested } from "../install/stages.ts"
import { lockfileIn } from "./facts.ts"
import { lockedRequest, type Bringing, type Locked } from "./request.ts"

/** What a frozen install of one source is told. */
export interface FrozenSpec extends Bringing {
  readonly spec: string
  readonly integrity?: string
}

const namedBy = (lockfile: Lockfile, source: string): ReadonlyArray<Locked> =>
  [...lockfile.capabilities].flatMap(([id, raw]) => {
    const entry = decodedEntry(raw)
    return entry === undefined || sourceOf(entry.source) !== source ? [] : [{ id, entry }]
  })

/** A recorded source in its canonical form, whoever wrote it. */
const sourceOf = (text: string): string =>
  Result.match(parseSource(text), { onFailure: () => text, onSuccess: consentSource })

/** Of a folder or archive only its bytes tell which entry means it. */
const localRequest = Effect.fnUntraced(function* (
  scope: ProjectScope,
  { integrity, spec, wait, wire }: FrozenSpec,
  named: ReadonlyArray<Locked>
) {
  const { contentHash } = yield* Effect.scoped(judged({ spec, scope }))
  const found = named.find(({ entry }) => entry.contentHash === contentHash)
  if (found === undefined) {
    const path = projectPlaces(scope.root).lockfile
    return yield* new NotLocked({ source: spec, path, reason: "names no capability of these bytes" })
  }
  return {
    op: "install",
    spec,
    scope,
    expectedId: found.id,
    agreed: contentHash,
    replace: true,
    allowDowngrade: true,
    asksToDowngrade: true,
    keepsLock: true,
    wait,
    ...(wire === undefined ? {} : { wire }),
    ...(integrity === undefined ? {} : { integrity })
  } satisfies Requested
})

/** The install of one source, only as the lockfile names it: refused when it does not name the source, or other bytes. */
export const frozenRequest = Effect.fn("sync.frozenRequest")(function* (
  scope: ProjectScope,
  requested: FrozenSpec
) {
  const source = yield* Effect.fromResult(parseSource(requested.spec))
  const path = projectPlaces(scope.root).lockfile
  const named = namedBy(yield* lockfileIn(scope), consentSource(source))
  const [only, ...more] = named
  if (only === undefined) {
    const told = visible(withoutCredentials(requested.spec))
    return yield* new NotLocked({ source: told, path, reason: "does not name this source" })
  }
  if (source.kind === "local" || source.kind === "archive")
    return yield* localRequest(scope, requested, named)
  if (more.length > 0)
    return yield* new NotLocked({
      source: withoutCredentials(requested.spec),
      path,
      reason: "names this source more than once"
    })
  const { integrity, wait, wire } = requested
  const request = yield* lockedRequest(scope, only, { wait, ...(wire === undefined ? {} : { wire }) })
  return integrity === undefined ? request : { ...request, integrity }
})
