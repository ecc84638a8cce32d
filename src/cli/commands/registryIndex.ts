import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { limits } from "../../domain/limits.ts"
import { InvocationInvalid } from "../errors.ts"
import { Json, withoutVersion } from "../globals.ts"
import { renderIndex } from "../render/registryIndex.ts"
import { inWorkshop, print } from "../verb.ts"
import { load } from "./flags.ts"

const flags = {
  directory: Argument.String("dir").pipe(
    Argument.withDescription("Folder of the packed bundles (*.tgz); the index is written into it")
  ),
  key: Flag.String("key").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Private Ed25519 key that signs it, PEM: openssl genpkey -algorithm ed25519")
  ),
  oldKey: Flag.String("old-key").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Key to rotate out: signs too, and is trusted no longer; may be given again"),
    Flag.atLeast(0)
  ),
  name: Flag.String("name").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("Name of the registry; otherwise as before, or that of the folder"),
    Flag.optional
  ),
  expiresDays: Flag.Int("expires-days").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription(`How long the index counts; ${limits.registryLifeDays} days otherwise`),
    Flag.withDefault(limits.registryLifeDays)
  ),
  keyDays: Flag.Int("key-days").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("How long the key may sign; for ever otherwise"),
    Flag.optional
  ),
  yank: Flag.String("yank").pipe(
    Flag.withMetavar("ID@VERSION"),
    Flag.withDescription("Version that is no longer chosen, kept for who pinned it; may be given again"),
    Flag.atLeast(0)
  )
}

const dayMillis = 86_400_000

/** Days as milliseconds; refuses what is no number of days to come. */
const millisOf = Effect.fnUntraced(function* (flag: string, days: number) {
  if (days >= 1 && days <= limits.registryMostDays) return days * dayMillis
  const problem = `\`${flag}\` needs a number of days from 1 to ${limits.registryMostDays}`
  return yield* new InvocationInvalid({
    command: "gsd registry index",
    problem,
    problems: [problem],
    suggestions: []
  })
})

/** `gsd registry index DIR --key FILE`. */
export const registryIndex = Command.make(
  "index",
  flags,
  Effect.fnUntraced(function* ({ expiresDays, keyDays, name, oldKey, ...input }) {
    yield* withoutVersion
    const json = yield* Json
    const lifeMillis = yield* millisOf("--expires-days", expiresDays)
    const keyLifeMillis = Option.isNone(keyDays) ? undefined : yield* millisOf("--key-days", keyDays.value)
    const pipeline = yield* load(() => import("../../pipelines/registryIndex.ts"))
    const rest = { name: Option.getOrUndefined(name), oldKeys: oldKey, lifeMillis, keyLifeMillis }
    yield* print({ json }, yield* inWorkshop(pipeline.registryIndex({ ...input, ...rest })), renderIndex)
  })
).pipe(
  Command.withDescription("Build and sign the index of a folder of packed bundles, for any web server"),
  Command.withExamples([
    {
      command: "gsd registry index ./public --key acme.pem --name acme",
      description: "Write root.json and capabilities/*.json; run it again for each release"
    },
    {
      command: "gsd registry index ./public --key acme.pem --yank hello-hooks@1.0.1",
      description: "Take a version back"
    }
  ])
)
