import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import type { HelpDoc } from "effect/cli/HelpDoc"
import { gsd } from "../../../src/cli/commands/gsd.ts"
import { demoHost } from "../../../src/cli/mainDemo.ts"
import { clusters, doctorEngine, engine, familyEngine, workshop } from "../../../src/cli/mainEngine.ts"
import { standardInput } from "../../../src/cli/mainInput.ts"
import { outputs } from "../../../src/cli/mainPassing.ts"
import { builtIns, unused } from "../../../src/cli/mainProgram.ts"
import { screen } from "../../../src/cli/mainScreen.ts"

const services = Layer.mergeAll(
  unused,
  demoHost,
  outputs,
  standardInput,
  engine([]),
  doctorEngine([]),
  workshop([]),
  familyEngine([]),
  clusters,
  screen,
  CliConfig.layer({ builtIns })
)

/** What `--help` of one command is made from. */
const helpOf = async (path: ReadonlyArray<string>): Promise<HelpDoc> => {
  const found: Array<HelpDoc> = []
  const presenter = CliOutput.layerPresenter({
    present: (event) =>
      Effect.sync(() => {
        if (event._tag === "Help") found.push(event.helpDoc)
      })
  })
  const asked = Command.runWith(gsd("0.0.0"), { version: "0.0.0" })([...path, "--help"])
  await Effect.runPromise(Effect.provide(asked, Layer.merge(services, presenter)))
  const [doc] = found
  if (doc === undefined) throw new Error(`no help of gsd ${path.join(" ")}`)
  return doc
}

/** A command: its words after `gsd`, and what `--help` tells of it. */
export interface Documented {
  readonly path: ReadonlyArray<string>
  readonly doc: HelpDoc
  readonly isGroup: boolean
}

const below = async (path: ReadonlyArray<string>): Promise<ReadonlyArray<Documented>> => {
  const doc = await helpOf(path)
  const names = (doc.subcommands ?? []).flatMap(({ commands }) => commands.map(({ name }) => name))
  const deeper = await Promise.all(names.map((name) => below([...path, name])))
  return [{ path, doc, isGroup: names.length > 0 }, ...deeper.flat()]
}

/** Every command in the order of its declaration, groups before what is in them. */
export const documented: ReadonlyArray<Documented> = await below([])
