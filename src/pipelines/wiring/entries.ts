import * as Effect from "effect/Effect"
import { plainPath } from "../../domain/disclosure/reach.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { WireEntry } from "../../domain/settings/entry.ts"
import { entriesOf, hookScriptsOf } from "../../domain/settings/manifestEntries.ts"
import { scriptCommand } from "../../domain/settings/scriptCommand.ts"
import { GsdHome } from "../../services/GsdHome.ts"

/** A bundle whose hooks and servers are to be wired; staged or stored. */
export interface WireSource<E, R> {
  readonly raw: JsonValue
  readonly contentHash: string
  /** Bytes of a file of the bundle. */
  readonly read: (path: string) => Effect.Effect<Uint8Array, E, R>
}

/** What a bundle asks to stand in a settings file, its scripts as commands that run them from the store. */
export const wireEntries = Effect.fnUntraced(function* <E, R>(source: WireSource<E, R>) {
  const { paths } = yield* GsdHome
  const commands = new Map<string, string>()
  for (const script of hookScriptsOf(source.raw)) {
    const path = plainPath(script)
    const head = yield* source.read(path)
    const command = scriptCommand({ path: `${paths.bundle(source.contentHash)}/${path}`, head })
    commands.set(script, yield* Effect.fromResult(command))
  }
  const entries: ReadonlyArray<WireEntry> = entriesOf(source.raw, {
    scriptCommand: (script) => commands.get(script) ?? ""
  })
  return entries
})
