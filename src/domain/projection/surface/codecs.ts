import * as Result from "effect/Result"
import { imageOf, type SettingsDocument } from "../../settings/document.ts"
import type { SettingsProblem } from "../../settings/errors.ts"
import type { FileWiring } from "../../settings/FileWiring.ts"
import { unwire } from "../../settings/unwire.ts"
import { wire } from "../../settings/wire.ts"
import { dispatcherText, listed } from "./dispatcher.ts"
import type { HookSurface } from "./events.ts"
import type { HostHooks } from "./hooks.ts"
import { copilotText, entryForms, type EntrySurface } from "./writeHooks.ts"

/** A file of a host, and what is recorded of our part in it; undefined when there is none. */
export interface Standing {
  readonly document: SettingsDocument
  readonly record: FileWiring | undefined
}

/** Whose hooks shall stand in a file: of one capability, or of all where the file is one for all of them. */
export interface WantedHooks {
  readonly owner: string
  readonly hooks: ReadonlyArray<HostHooks>
}

/** What a file is to be; `foreign`: nothing was done, since somebody else's file stands there. */
export interface Coded {
  /** Undefined when there is to be no file; the very bytes of the document when nothing changes. */
  readonly bytes: Uint8Array | undefined
  readonly record: FileWiring | undefined
  readonly state: "done" | "foreign"
}

/** How hooks get into a host's file and out of it again. What somebody else wrote there stays byte for byte. */
export interface Codec {
  /** Puts hooks in. A document that cannot be read is refused, untouched. */
  readonly upsert: (standing: Standing, wanted: WantedHooks) => Result.Result<Coded, SettingsProblem>
  /** Takes an owner's hooks out. Total: a document that cannot be read is left as it is. */
  readonly strip: (standing: Standing, owner: string) => Coded
}

const inEntries = (surface: EntrySurface): Codec => ({
  upsert: ({ document, record }, { hooks, owner }) => {
    const entries = entryForms[surface].entries(hooks.flatMap((one) => one.hooks))
    return Result.map(wire(document, record, { owner, entries }), ({ bytes, wiring }) => ({
      bytes,
      record: wiring,
      state: "done"
    }))
  },
  strip: ({ document, record }, owner) => {
    if (record === undefined) return { bytes: document.bytes, record, state: "done" }
    const { bytes, wiring } = unwire(document, record, { owner })
    return { bytes, record: wiring, state: "done" }
  }
})

const isOurs = ({ document, record }: Standing): boolean =>
  document.bytes === undefined || imageOf(document.bytes) === record?.after

/** A file that is ours as a whole is known by its bytes. */
const recordOf = (bytes: Uint8Array): FileWiring => ({
  absent: true,
  before: "",
  after: imageOf(bytes),
  entries: [],
  containers: []
})

const wholeFile = (textOf: (path: string, hooks: ReadonlyArray<HostHooks>) => string): Codec => ({
  upsert: (standing, { hooks }) => {
    const { document, record } = standing
    if (!isOurs(standing)) return Result.succeed({ bytes: document.bytes, record, state: "foreign" })
    const bytes = new TextEncoder().encode(textOf(document.file, hooks))
    return Result.succeed({ bytes, record: recordOf(bytes), state: "done" })
  },
  strip: (standing) =>
    isOurs(standing)
      ? { bytes: undefined, record: undefined, state: "done" }
      : { bytes: standing.document.bytes, record: undefined, state: "foreign" }
})

/** A file of Cline's is called as the event that it is for. */
const clineText = (path: string, hooks: ReadonlyArray<HostHooks>): string => {
  const event = path.split("/").at(-1) ?? ""
  return dispatcherText(event, listed(hooks, event))
}

/** The seven codecs. Source: issue 8, hook surfaces. */
export const codecs: Readonly<Record<HookSurface, Codec>> = {
  "settings-json": inEntries("settings-json"),
  "codex-hooks-json": inEntries("codex-hooks-json"),
  "cursor-hooks-json": inEntries("cursor-hooks-json"),
  "windsurf-hooks-json": inEntries("windsurf-hooks-json"),
  "kimi-hooks-toml": inEntries("kimi-hooks-toml"),
  "copilot-inline": wholeFile((_, hooks) => copilotText(hooks.flatMap((one) => one.hooks))),
  "cline-rules": wholeFile(clineText)
}
