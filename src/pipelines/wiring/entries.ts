import * as Effect from "effect/Effect"
import { bundledProgram } from "../../domain/capability/programPath.ts"
import { plainPath } from "../../domain/disclosure/reach.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { WireEntry } from "../../domain/settings/entry.ts"
import { entriesOf, hookScriptsOf, serverProgramsOf } from "../../domain/settings/manifestEntries.ts"
import { ScriptNotRunnable, scriptCommand } from "../../domain/settings/scriptCommand.ts"
import { GsdHome } from "../../services/GsdHome.ts"

/** A bundle whose hooks and servers are to be wired; staged or stored. */
export interface WireSource<E, R> {
  readonly raw: JsonValue
  readonly contentHash: string
  /** Bytes of a file of the bundle. */
  readonly read: (path: string) => Effect.Effect<Uint8Array, E, R>
}

/** Where a server's program lies in the store; nothing outside of the bundle is ever named by a relative path. */
const storedProgram = Effect.fnUntraced(function* <E, R>(program: string, source: WireSource<E, R>) {
  const { paths } = yield* GsdHome
  const refused = new ScriptNotRunnable({ script: program, server: "not-in-bundle" })
  const path = bundledProgram(program)
  if (path === undefined) return yield* refused
  yield* Effect.mapError(source.read(path), () => refused)
  return `${paths.bundle(source.contentHash)}/${path}`
})

/** What a bundle asks to stand in a settings file, its scripts and programs as what runs them from the store. */
export const wireEntries = Effect.fnUntraced(function* <E, R>(source: WireSource<E, R>) {
  const { paths } = yield* GsdHome
  const commands = new Map<string, string>()
  for (const script of hookScriptsOf(source.raw)) {
    const path = plainPath(script)
    const head = yield* source.read(path)
    const command = scriptCommand({ path: `${paths.bundle(source.contentHash)}/${path}`, head })
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
