import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { judgeOverlay } from "../../domain/capability/judgeOverlay.ts"
import { contentHash } from "../../domain/content/contentHash.ts"
import { judgePath } from "../../domain/content/path.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { memberText, type JsonValue } from "../../domain/json/value.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { incompatibleReason, invalidReason } from "../../domain/overlay/manifestReasons.ts"
import type { Overlay } from "../../domain/overlay/overlay.ts"
import { nameOf } from "../../domain/paths.ts"
import { emptyLockfile, lockedContent, lockProblem, type Lockfile } from "../../domain/project/lockfile.ts"
import { projectPlaces, type ProjectScope } from "../../domain/project/places.ts"
import { notTrusted, trustedElsewhere, withCopyNote } from "../../domain/project/reasons.ts"
import { ProjectFiles, type VendoredSeen } from "../../services/ProjectFiles.ts"
import type { InspectContext } from "../overlays/inspect.ts"
import { readLockfile } from "./vendor.ts"

const bare = {
  role: "",
  version: "",
  tier: "",
  origin: "overlay",
  scope: "project",
  source: "",
  wired: []
} as const

const rowOf = (id: string, status: Overlay["status"], reason: string): Overlay => ({
  ...bare,
  id,
  status,
  reason
})

type Judged = Pick<Overlay, "status" | "reason">

const judgeManifest = (id: string, raw: JsonValue, hostVersion: string): Judged | undefined => {
  const invalid = invalidReason(judgeOverlay(id, raw).problems)
  if (invalid !== undefined) return { status: "skipped", reason: invalid }
  const incompatible = incompatibleReason(raw, hostVersion)
  return incompatible === undefined ? undefined : { status: "incompatible", reason: incompatible }
}

interface Facts {
  readonly scope: ProjectScope
  readonly context: InspectContext
  readonly lockfile: Lockfile
}

/** Why the bytes of a sound vendored capability are not active here. */
const reasonOf = ({ context, lockfile, scope }: Facts, id: string, hash: string): string => {
  const locked = lockedContent(lockfile, id)
  if (locked !== undefined && locked !== hash)
    return "vendored in this project; its bytes are not those that the lockfile names, so it cannot be trusted"
  const elsewhere = Result.match(context.consent, {
    onFailure: () => undefined,
    onSuccess: (consent) => trustedElsewhere(consent, { scope: scope.key, id, contentHash: hash })
  })
  return elsewhere === undefined ? notTrusted(id) : `${notTrusted(id)} (${elsewhere})`
}

const vendoredRow = (facts: Facts, id: string, seen: VendoredSeen): Overlay => {
  if (seen._tag === "Missing") return rowOf(id, "skipped", "no folder stands there")
  if (seen._tag === "Refused") return rowOf(id, "skipped", `\`${seen.path}\` is not used: ${seen.reason}`)
  if (seen.manifest === undefined) return rowOf(id, "skipped", "its folder holds no capability.json")
  const read = readManifest(seen.manifest)
  if (Result.isFailure(read))
    return rowOf(id, "skipped", `its manifest cannot be read: ${read.failure.reason}`)
  const raw = read.success.value
  const shown = {
    ...bare,
    id,
    role: memberText(raw, "role"),
    version: memberText(raw, "version"),
    tier: memberText(raw, "tier")
  }
  const judged = judgeManifest(id, raw, facts.context.hostVersion)
  if (judged !== undefined) return { ...shown, ...judged }
  return { ...shown, status: "inactive", reason: reasonOf(facts, id, contentHash(seen.files)) }
}

const lockedRow = (id: string, entry: JsonValue): Overlay => {
  const problem = judgePath(id) === undefined ? lockProblem(entry) : "/: its name is no id"
  return problem === undefined
    ? rowOf(id, "inactive", "named by the lockfile, but its vendored files are not in the project")
    : rowOf(id, "skipped", `its entry in the lockfile cannot be used: ${problem}`)
}

const look = Effect.fnUntraced(function* (root: string, id: string) {
  const files = yield* ProjectFiles
  return yield* files.bundle(root, id).pipe(
    Effect.catchTag("DiskFailure", (failure) =>
      Effect.succeed<VendoredSeen>({
        _tag: "Refused",
        path: projectPlaces(root).vendored(id),
        reason: failure.message
      })
    )
  )
})

/** What a project holds that this machine's ledger does not: vendored folders and entries of the lockfile. Nothing of it is active. */
export const unrecordedRows = Effect.fn("project.rows")(function* (
  scope: ProjectScope,
  ledger: LedgerState,
  context: InspectContext
) {
  const files = yield* ProjectFiles
  const { root } = scope
  const { capabilities, lockfile: lockPath } = projectPlaces(root)
  const read = yield* Effect.catchTag(readLockfile(root), "DiskFailure", (failure) =>
    Effect.succeed(Result.fail(failure.message))
  )
  const found = yield* Effect.result(files.names(root))
  const lockfile = Result.getOrElse(read, () => emptyLockfile)
  const isNew = (id: string) => !ledger.entries.has(id) && !ledger.quarantined.has(id)
  const names = Result.getOrElse(found, (): ReadonlyArray<string> => []).filter(isNew)
  const vendored = yield* Effect.forEach(names, (id) =>
    Effect.map(look(root, id), (seen) => vendoredRow({ scope, context, lockfile }, id, seen))
  )
  const locked = [...lockfile.capabilities]
    .filter(([id]) => isNew(id) && !names.includes(id))
    .map(([id, entry]) => lockedRow(id, entry))
  const unreadable = [
    ...(Result.isFailure(read)
      ? [rowOf(nameOf(lockPath), "skipped", `the lockfile cannot be read: ${read.failure}`)]
      : []),
    ...(Result.isFailure(found)
      ? [rowOf(nameOf(capabilities), "skipped", `the folder cannot be read: ${found.failure.message}`)]
      : [])
  ]
  return [...vendored, ...locked, ...unreadable]
})

/** The row of a recorded capability, with a word about its vendored copy when that is not what is installed. */
export const withCopy = Effect.fn("project.withCopy")(function* (
  scope: ProjectScope,
  row: Overlay,
  installed: string
) {
  const seen = yield* look(scope.root, row.id)
  if (seen._tag === "Refused") return withCopyNote(row, { refused: seen.reason }, false)
  if (seen._tag === "Bundle" && contentHash(seen.files) === installed) return row
  const lockfile = yield* Effect.orElseSucceed(readLockfile(scope.root), () => Result.succeed(emptyLockfile))
  const locked = lockedContent(
    Result.getOrElse(lockfile, () => emptyLockfile),
    row.id
  )
  return withCopyNote(row, seen._tag === "Missing" ? "missing" : "changed", locked === installed)
})
