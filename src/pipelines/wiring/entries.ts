import * as Effect from "effect/Effect"
import { bundledProgram } from "../../domain/capability/programPath.ts"
import { plainPath } from "../../domain/disclosure/reach.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { WireEntry } from "../../domain/settings/entry.ts"
import { entriesOf, hookScriptsOf, serverProgramsOf } from "../../domain/settings/manifestEntries.ts"
import { ScriptNotRunnable, scriptCommand } from "../../domain/settings/scriptCommand.ts"
import { GsdHome } from "../../services/GsdHome.ts"

/** A bundle whose hooks and servers are to be wired. */
export interface EntrySource<E, R> {
  readonly raw: JsonValue
  /** Where its files lie for good. */
  readonly folder: string
  /** Bytes of a file of the bundle. */
  readonly read: (path: string) => Effect.Effect<Uint8Array, E, R>
}

/** One that is staged or stored. */
export interface WireSource<E, R> extends Omit<EntrySource<E, R>, "folder"> {
  readonly contentHash: string
}

/** Where a server's program lies; nothing outside of the bundle is ever named by a relative path. */
const storedProgram = Effect.fnUntraced(function* <E, R>(program: string, source: EntrySource<E, R>) {
  const refused = new ScriptNotRunnable({ script: program, server: "not-in-bundle" })
  const path = bundledProgram(program)
  if (path === undefined) return yield* refused
  yield* Effect.mapError(source.read(path), () => refused)
  return `${source.folder}/${path}`
})

/** What a bundle asks to stand in a settings file, its scripts and programs as what runs them from their folder. */
export const entriesIn = Effect.fn("wiring.entriesIn")(function* <E, R>(source: EntrySource<E, R>) {
  const commands = new Map<string, string>()
  for (const script of hookScriptsOf(source.raw)) {
    const path = plainPath(script)
    const head = yield* source.read(path)
    const command = scriptCommand({ path: `${source.folder}/${path}`, head })
    commands.set(script, yield* Effect.fromResult(command))
  }
  const programs = new Map<string, string>()
  for (const program of serverProgramsOf(source.raw))
    programs.set(program, yield* storedProgram(program, source))
  const entries: ReadonlyArray<WireEntry> = entriesOf(source.raw, {
    scriptCommand: (script) => commands.get(script) ?? "",
    serverProgram: (program) => programs.get(program) ?? ""
  })
  return entries
})

/** The same of what is staged or stored, from its place in the store. */
export const wireEntries = Effect.fn("wiring.wireEntries")(function* <E, R>(source: WireSource<E, R>) {
  const { paths } = yield* GsdHome
  const { contentHash, raw, read } = source
  return yield* entriesIn({ raw, read, folder: paths.bundle(contentHash) })
})
