import * as Effect from "effect/Effect"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import { gsdApiVersion } from "../../domain/version/gsdApiVersion.ts"
import { Json, LogFormat, Trace, Version } from "../globals.ts"
import { renderVersion } from "../render/version.ts"
import { print } from "../verb.ts"
import { around } from "./around.ts"
import { capability } from "./capability.ts"
import { demo } from "./demo.ts"
import { doctor } from "./doctor.ts"
import { schema } from "./schema.ts"
import { working } from "./working.ts"

/** Flags of every command. */
export const topFlags = [Json, Version] as const

/** Flags of every command that say what is told of its run; the fast path leaves them to the whole program. */
const toldFlags = [Trace, LogFormat] as const

/** The whole command line, for a version of the package. */
export const gsd = (version: string) =>
  Command.make(
    "gsd",
    {},
    Effect.fnUntraced(function* () {
      if (!(yield* Version)) return yield* new CliError.ShowHelp({ commandPath: ["gsd"], errors: [] })
      yield* print({ json: yield* Json }, { version, gsdApiVersion }, renderVersion)
    })
  ).pipe(
    Command.withDescription("Installs, verifies and wires capabilities for AI coding agents"),
    Command.withSubcommands([capability, ...working, ...around, doctor, schema, demo]),
    Command.withGlobalFlags([...topFlags, ...toldFlags]),
    Command.withExamples([
      { command: "gsd demo", description: "See all of it in a throwaway home, in a few seconds" },
      { command: "gsd capability plan ./hello-hooks", description: "What a folder's capability may do" },
      { command: "gsd capability install ./hello-hooks", description: "Install it, after your consent" }
    ])
  )
