import { assert } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  onTop,
  planDocument,
  type OwnerWish,
  type PlannedDocument
} from "../../../src/domain/foreign/planDocument.ts"
import { changesNothing } from "../../../src/domain/foreign/plannedFile.ts"
import type { DocumentEntry } from "../../../src/domain/settings/entry.ts"
import { FileWiring } from "../../../src/domain/settings/FileWiring.ts"
import { inspect } from "../../../src/domain/settings/inspect.ts"
import type { Choices } from "../settings/documents.ts"

export const bytesOf = (text: string | undefined): Uint8Array | undefined =>
  text === undefined ? undefined : new TextEncoder().encode(text)

export const textIn = (bytes: Uint8Array | undefined): string | undefined =>
  bytes === undefined ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)

export const targetOf = (path: string, bytes: Uint8Array | undefined) => ({
  path,
  bytes,
  mode: 0o600,
  uid: 1000,
  gid: 1000,
  directory: "1:2"
})

export const owners = ["runtime:x/a", "runtime:x/b", "c", "-->\n\ud800 d"]

/** The ledger is a file: what cannot be encoded and decoded is lost. */
export const throughLedger = (wiring: FileWiring | undefined): FileWiring | undefined =>
  wiring === undefined
    ? undefined
    : Schema.decodeUnknownSync(FileWiring)(JSON.parse(JSON.stringify(Schema.encodeSync(FileWiring)(wiring))))

/** One file of the host and our record of it. */
export class HostFile {
  readonly path: string
  bytes: Uint8Array | undefined
  wiring: FileWiring | undefined = undefined
  /** Somebody else wrote it meanwhile. */
  edited = false
  /** Entries stand in one another. */
  crossing = false
  constructor(path: string, bytes: Uint8Array | undefined) {
    this.path = path
    this.bytes = bytes
  }
  get text(): string {
    return textIn(this.bytes) ?? ""
  }
  get present(): ReadonlyArray<string> {
    return [...new Set((this.wiring?.entries ?? []).map(({ owner }) => owner))]
  }
  plan(wishes: ReadonlyArray<OwnerWish>) {
    return planDocument(targetOf(this.path, this.bytes), this.wiring, { owners: wishes, collisions: "leave" })
  }
  /** One transaction: at once, or the second half of it on top of the first. */
  apply(wishes: ReadonlyArray<OwnerWish>, split: number): boolean {
    const first = this.plan(wishes.slice(split))
    const planned =
      split === 0
        ? first
        : Result.flatMap(first, ({ file }) =>
            onTop(file, { owners: wishes.slice(0, split), collisions: "leave" })
          )
    if (Result.isFailure(planned)) return false
    this.take(planned.success)
    return true
  }
  take({ file }: PlannedDocument): void {
    assert.deepStrictEqual(file.before, this.bytes)
    assert.deepStrictEqual(throughLedger(file.row.wiring?.old), this.wiring)
    this.bytes = file.after
    this.wiring = throughLedger(file.row.wiring?.now)
    assert.deepStrictEqual(this.wiring, file.row.wiring?.now)
  }
  /** Everybody goes, in the order that the numbers say. */
  leave(from: Choices): void {
    for (let all = this.present; all.length > 0; all = this.present) {
      const planned = Result.getOrThrow(this.plan([{ owner: from.pick(all), entries: [] }]))
      this.take(planned)
    }
  }
  /** Wishes of one turn: some owners come or change, some go. */
  turn(from: Choices, pool: ReadonlyArray<DocumentEntry>): boolean {
    const wishes = owners
      .filter(() => from.chance(2))
      .map((owner) => ({
        owner,
        entries: from.chance(3) ? [] : Array.from({ length: 1 + from.next(3) }, () => from.pick(pool))
      }))
    const split = from.chance(3) ? from.next(wishes.length + 1) : 0
    if (!this.apply(wishes, split)) return false
    this.expectStanding(wishes, split === 0)
    return true
  }
  /** What stands is inspected to stand, and asking again changes nothing. */
  expectStanding(wishes: ReadonlyArray<OwnerWish>, once: boolean): void {
    const states = inspect({ file: this.path, bytes: this.bytes, strict: false }, this.wiring, [])
    if (Result.isFailure(states) || this.crossing) return
    assert.deepStrictEqual(
      states.success.filter(
        ({ entry, pointer, state }) => state !== "present" || !(this.edited || pointer === entry.pointer)
      ),
      []
    )
    // What the first half left out may have room after the second.
    if (once) assert.isTrue(changesNothing(Result.getOrThrow(this.plan(wishes)).file))
  }
}
