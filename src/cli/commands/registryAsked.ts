import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { renderInfo, renderSearch } from "../render/registry.ts"
import { inEngine, print } from "../verb.ts"
import { load } from "./flags.ts"

const searchFlags = {
  words: Argument.String("words").pipe(
    Argument.withDescription("Words that id, title or description hold, all of them; none for everything"),
    Argument.atLeast(0)
  ),
  registry: Flag.String("registry").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("Look into this registry alone"),
    Flag.optional
  )
}

/** `gsd registry search WORDS`. */
export const registrySearch = Command.make(
  "search",
  searchFlags,
  Effect.fnUntraced(function* ({ registry, words }) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/registrySearch.ts"))
    const requested = { words, registry: Option.getOrUndefined(registry) }
    const report = yield* inEngine(common, () => pipeline.registrySearch(requested))
    yield* print(common, report, renderSearch)
  })
).pipe(
  Command.withDescription("Find capabilities in the registries that were added"),
  Command.withExamples([
    { command: "gsd registry search code review", description: "In all registries" },
    { command: "gsd registry search --registry acme", description: "Everything that one has" }
  ])
)

/** `gsd registry info ID@NAME`. */
export const registryInfo = Command.make(
  "info",
  {
    spec: Argument.String("id@name").pipe(
      Argument.withDescription("Id of the capability and name of the registry, with an @ between them")
    )
  },
  Effect.fnUntraced(function* ({ spec }) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/registryInfo.ts"))
    yield* print(common, yield* inEngine(common, () => pipeline.registryInfo(spec)), renderInfo)
  })
).pipe(
  Command.withDescription("Show what a registry says of one capability: versions, needs, origin"),
  Command.withExamples([{ command: "gsd registry info hello-hooks@acme", description: "Newest first" }])
)
