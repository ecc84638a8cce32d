import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { Durable } from "../../services/Durable.ts"
import { DemoHost } from "../DemoHost.ts"
import { renderHead, renderStep, renderTail, type StepResult } from "../render/demo.ts"
import { plainPaint } from "../render/view.ts"
import { Screen } from "../Screen.ts"
import { call, type Place, type Said } from "./call.ts"
import { throwawayHome } from "./files.ts"
import { steps, type Step } from "./steps.ts"

/** JSON of `demo`. */
export interface DemoReport {
  readonly steps: ReadonlyArray<Omit<StepResult, "output" | "before">>
  readonly ok: boolean
}

const digests = /sha512-[A-Za-z0-9+/]{86}==/gu

// A marker in the texts of a colourful child would lie between the words that are looked for.
const withoutColour = (text: string): string => text.replaceAll(/\u001b\[\d+m/gu, "")

const isAsExpected = (step: Step, said: Said, digest: string): boolean => {
  const output = withoutColour(`${said.stdout}\n${said.stderr}`)
  const texts = step.says.map((text) => text.replace("DIGEST", digest))
  return said.exitCode === step.exitCode && texts.every((text) => output.includes(text))
}

const runStep = Effect.fnUntraced(function* (step: Step, place: Place, digest: string) {
  if (step.before !== undefined) yield* step.before.run(place)
  const args = step.args.map((word) => word.replace("DIGEST", digest))
  const said = yield* call(place, args)
  const planned = step.args[1] === "plan" ? said.stdout.match(digests)?.at(-1) : undefined
  const result: StepResult = {
    title: step.title,
    command: ["gsd", ...args].join(" "),
    ...(step.before === undefined ? {} : { before: step.before.told }),
    output: step.shows === undefined ? `${said.stdout}${said.stderr}` : step.shows(said),
    exitCode: said.exitCode,
    ok: isAsExpected(step, said, digest)
  }
  return { result, digest: planned ?? digest }
})

/** What a look at the disk finds of a home in which everything was removed again. */
const lookAtDisk = Effect.fnUntraced(function* (place: Place) {
  const durable = yield* Durable
  const root = `${place.home}/.gsd`
  const kept = yield* durable.entries(`${root}/store`)
  const trash = yield* durable.entries(`${root}/trash`)
  const unfinished = [
    ...(yield* durable.entries(`${root}/tx`)),
    ...(yield* durable.entries(`${root}/staging`))
  ]
  return {
    title: "On disk: the store is empty, no transaction is open; the trash keeps removed bytes for an hour",
    command: "ls ~/.gsd/store ~/.gsd/tx ~/.gsd/staging ~/.gsd/trash",
    output: `store: ${kept.length}\ntx and staging: ${unfinished.length}\ntrash: ${trash.length}`,
    exitCode: 0,
    ok: kept.length === 0 && unfinished.length === 0
  } satisfies StepResult
})

const walkIn = Effect.fnUntraced(function* (place: Place, tell: (text: string) => Effect.Effect<void>) {
  const view = yield* (yield* Screen).out
  const results: Array<StepResult> = []
  const told = (result: StepResult) => {
    results.push(result)
    return tell(renderStep({ result, at: results.length, of: steps.length + 1 }, view))
  }
  let digest = ""
  for (const step of steps) {
    const done = yield* runStep(step, place, digest)
    digest = done.digest
    yield* told(done.result)
    if (!done.result.ok) return results
  }
  yield* told(yield* lookAtDisk(place))
  return results
})

/** Walks through everything in a throwaway home, with this program's own commands; tells each step as it ends. */
export const walk = Effect.fnUntraced(function* (json: boolean) {
  const { temporary } = yield* DemoHost
  const view = yield* (yield* Screen).out
  const tell = (text: string) => (json ? Effect.void : Console.log(text))
  const home = yield* throwawayHome(temporary)
  const place = { home, work: `${home}/work`, colour: view.paint !== plainPaint && !json }
  yield* (yield* Durable).makeDirectory(place.work, { mode: 0o700 })
  yield* tell(renderHead(home, view))
  const results = yield* walkIn(place, tell)
  const ok = results.length === steps.length + 1 && results.every((one) => one.ok)
  yield* tell(renderTail(ok, view))
  return {
    steps: results.map(({ title, command, exitCode, ok }) => ({ title, command, exitCode, ok })),
    ok
  } satisfies DemoReport
}, Effect.scoped)
