import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { editsOf } from "../../domain/foreign/shownEdit.ts"
import {
  onTop,
  planDocument,
  type DocumentWish,
  type PlannedDocument
} from "../../domain/foreign/planDocument.ts"
import { changesNothing } from "../../domain/foreign/plannedFile.ts"
import type { Edit } from "../../domain/install/receipt.ts"
import { rowsBlocked, rowsOfPart, type OwnedPart } from "../../domain/projection/documentRows.ts"
import { blockedClause } from "../../domain/projection/judge.ts"
import type { PlaceRow } from "../../domain/projection/report.ts"
import { ownerOf, type WishedEntries } from "../../domain/projection/wish.ts"
import type { Looked } from "../../domain/project/looked.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { WiredEntry } from "../../domain/settings/FileWiring.ts"
import type { SettingsProblem } from "../../domain/settings/errors.ts"
import type { PlannedFile } from "../../domain/transaction/change.ts"
import { RuntimeFiles } from "../../services/RuntimeFiles.ts"
import type { WiredElsewhere } from "../wiring/elsewhere.ts"
import { ownersIn } from "./oneRuntime.ts"
import type { ProjectionRequest } from "./request.ts"

/** What of a runtime shall stand in files of the host. */
export interface HostWish {
  readonly runtime: string
  readonly entries: ReadonlyArray<WishedEntries>
  /** Tells which capabilities' entries, of those recorded and not wished, go. */
  readonly goes: (capability: string) => boolean
}

interface Part extends OwnedPart {
  readonly runtime: string
  readonly owner: string
}

/** What came of the files of the host. */
export interface DocumentsPlan {
  readonly files: ReadonlyArray<PlannedFile>
  /** Paths that those files are instead of, from the request. */
  readonly replaced: ReadonlySet<string>
  readonly dirsCreated: ReadonlyArray<string>
  readonly rows: ReadonlyMap<string, ReadonlyArray<PlaceRow>>
  readonly edits: ReadonlyMap<string, ReadonlyArray<Edit>>
}

const entriesIn = ({ files }: LedgerState, path: string, owner: string): ReadonlyArray<WiredEntry> =>
  (files.get(path)?.wiring?.entries ?? []).filter((entry) => entry.owner === owner)

const capabilityOf = (owner: string): string => owner.slice(owner.indexOf("/") + 1)

/** Parts of all runtimes by the file they are in, wished ones first. */
const partsOf = Effect.fnUntraced(function* (request: ProjectionRequest, wishes: ReadonlyArray<HostWish>) {
  const files = yield* RuntimeFiles
  const { before, scope } = request
  const parts = new Map<string, Map<string, Part>>()
  const add = (part: Part) => {
    const known = parts.get(part.path) ?? new Map<string, Part>()
    const old = known.get(part.owner)
    known.set(part.owner, old === undefined ? part : { ...old, wished: [...old.wished, ...part.wished] })
    parts.set(part.path, known)
  }
  for (const { entries, goes, runtime } of wishes) {
    for (const one of entries) {
      const path = yield* files.resolve(one.path, scope)
      const owner = ownerOf(runtime, one.capability)
      const recorded = entriesIn(before, path, owner)
      add({ runtime, owner, path, capability: one.capability, wished: [{ ...one, path }], recorded })
    }
    for (const path of before.files.keys())
      for (const owner of ownersIn(before, path, runtime)) {
        const capability = capabilityOf(owner)
        if (parts.get(path)?.has(owner) !== true && goes(capability))
          add({ runtime, owner, path, capability, wished: [], recorded: entriesIn(before, path, owner) })
      }
  }
  return parts
})

const plan = (
  { before, files }: ProjectionRequest,
  looked: Extract<Looked, { readonly _tag: "Plain" }>,
  wish: DocumentWish
): Result.Result<PlannedDocument, SettingsProblem> => {
  const earlier = files.find(({ row }) => row.path === looked.path)
  return earlier === undefined
    ? planDocument(looked.target, before.files.get(looked.path)?.wiring, wish)
    : onTop(earlier, wish)
}

interface Planned {
  readonly document: PlannedDocument | undefined
  readonly missing: ReadonlyArray<string>
  readonly rows: ReadonlyArray<readonly [runtime: string, rows: ReadonlyArray<PlaceRow>]>
}

const blockedBy = (parts: ReadonlyArray<Part>, reason: string): Planned => ({
  document: undefined,
  missing: [],
  rows: parts.map((part) => [part.runtime, rowsBlocked(part, reason)])
})

const planOne = (
  request: ProjectionRequest,
  looked: Looked | undefined,
  wish: { readonly parts: ReadonlyArray<Part>; readonly elsewhere: NonNullable<DocumentWish["elsewhere"]> }
): Planned => {
  const { elsewhere, parts } = wish
  if (looked === undefined) return blockedBy(parts, "nobody could tell what is there")
  if (looked._tag === "Blocked") return blockedBy(parts, blockedClause(looked))
  const owners = parts.map(({ owner, wished }) => ({
    owner,
    entries: wished.flatMap(({ entries }) => entries)
  }))
  const planned = plan(request, looked, { owners, elsewhere, collisions: "leave" })
  if (Result.isFailure(planned)) return blockedBy(parts, planned.failure.message)
  const document = planned.success
  const rows = parts.map((part, index) => {
    const own = document.owners[index]
    return [part.runtime, own === undefined ? [] : rowsOfPart(part, own)] as const
  })
  const isNew = document.file.before === undefined && document.file.after !== undefined
  return { document, missing: isNew ? looked.missing : [], rows }
}

const grouped = <A>(
  pairs: ReadonlyArray<readonly [string, ReadonlyArray<A>]>
): ReadonlyMap<string, ReadonlyArray<A>> => {
  const found = new Map<string, ReadonlyArray<A>>()
  for (const [key, values] of pairs) found.set(key, [...(found.get(key) ?? []), ...values])
  return found
}

/** Plans every file of the host that something of these runtimes stands in, or shall. A file that cannot be edited is left, and told. */
export const planDocuments = Effect.fn("projection.documents")(function* (
  request: ProjectionRequest,
  wishes: ReadonlyArray<HostWish>,
  elsewhere: WiredElsewhere
) {
  const files = yield* RuntimeFiles
  const parts = yield* partsOf(request, wishes)
  const looked = yield* files.look([...parts.keys()], request.scope)
  const planned = [...parts].map(([path, byOwner]) => {
    const own = [...byOwner.values()]
    return { own, ...planOne(request, looked.get(path), { parts: own, elsewhere: elsewhere(path) }) }
  })
  const changed = planned.flatMap(({ document }) =>
    document === undefined || changesNothing(document.file) ? [] : [document]
  )
  const edits = planned.flatMap(({ document, own }) =>
    document === undefined
      ? []
      : [...new Set(own.map(({ runtime }) => runtime))].map(
          (runtime) => [runtime, editsOf([document])] as const
        )
  )
  return {
    files: changed.map(({ file }) => file),
    replaced: new Set(changed.map(({ file }) => file.row.path)),
    dirsCreated: planned.flatMap(({ missing }) => missing),
    rows: grouped(planned.flatMap(({ rows }) => rows)),
    edits: grouped(edits)
  } satisfies DocumentsPlan
})
