import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { InvocationInvalid } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderAdded, renderRegistries, renderRemoved } from "../render/registry.ts"
import { inEngine, print } from "../verb.ts"
import { load, noWait, waitOf } from "./flags.ts"

/** The argument NAME. */
const name = Argument.String("name").pipe(
  Argument.withDescription("Name of the registry, which its root must have too")
)

const addFlags = {
  name,
  url: Argument.String("url").pipe(
    Argument.withDescription("Address of the folder that holds its root.json")
  ),
  publicKey: Flag.String("public-key").pipe(
    Flag.withMetavar("KEY"),
    Flag.withDescription("Key that signs it, as base64, or the file that holds it as PEM or base64"),
    Flag.optional
  ),
  unsigned: Flag.Boolean("unsigned").pipe(
    Flag.withDescription("Take it without a key: whoever serves it decides what is installed"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  noWait
}

/** One of the two has to be said: whose key it is, or that nobody's is asked for. */
const keyChosen = Effect.fnUntraced(function* (input: {
  readonly publicKey: Option.Option<string>
  readonly unsigned: boolean
}) {
  const publicKey = Option.getOrUndefined(input.publicKey)
  if ((publicKey === undefined) === input.unsigned) return publicKey
  const problem =
    publicKey === undefined
      ? "A registry needs `--public-key KEY`, or `--unsigned` to take it without one"
      : "`--public-key` and `--unsigned` are given, and only one of them can be meant"
  return yield* new InvocationInvalid({
    command: "gsd registry add",
    problem,
    problems: [problem],
    suggestions: []
  })
})

/** `gsd registry add NAME URL`. */
export const registryAdd = Command.make(
  "add",
  addFlags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const publicKey = yield* keyChosen(input)
    const pipeline = yield* load(() => import("../../pipelines/registryAdd.ts"))
    const work = () => pipeline.registryAdd({ ...input, publicKey, wait: waitOf(input) })
    yield* print(common, yield* inEngine(common, work), renderAdded)
  })
).pipe(
  Command.withDescription("Add a registry that capabilities can be installed from"),
  Command.withExamples([
    {
      command: "gsd registry add acme https://registry.example/gsd --public-key acme.pub",
      description: "Signed by the key in a file; its root is checked at once"
    },
    {
      command: "gsd capability install hello-hooks@acme",
      description: "Then install from it"
    }
  ])
)

/** `gsd registry list`. */
export const registryList = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/registryList.ts"))
    yield* print(common, yield* inEngine(common, pipeline.registryList), renderRegistries)
  })
).pipe(
  Command.withAlias("ls"),
  Command.withDescription("List the registries that were added, with their keys"),
  Command.withExamples([{ command: "gsd registry list", description: "As a table; no server is asked" }])
)

/** `gsd registry remove NAME`. */
export const registryRemove = Command.make(
  "remove",
  { name, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/registryList.ts"))
    const work = () => pipeline.registryRemove({ name: input.name, wait: waitOf(input) })
    yield* print(common, yield* inEngine(common, work), renderRemoved)
  })
).pipe(
  Command.withAlias("rm"),
  Command.withDescription("Forget a registry, its keys and what was seen of it"),
  Command.withExamples([
    { command: "gsd registry remove acme", description: "What was installed from it stays" }
  ])
)
