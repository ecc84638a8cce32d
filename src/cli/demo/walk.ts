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

/** Does what a step does; its command as a person would type it. */
const act = Effect.fnUntraced(function* (step: Step, place: Place, digest: string) {
  if ("look" in step) return { command: step.look.told, said: yield* step.look.run(place), isPlan: false }
  const args = step.args.map((word) => word.replace("DIGEST", digest))
  return {
    command: ["gsd", ...args].join(" "),
    said: yield* call(place, args),
    isPlan: args[1] === "plan"
  }
})

const runStep = Effect.fnUntraced(function* (step: Step, place: Place, digest: string) {
  if (step.before !== undefined) yield* step.before.run(place)
  const { command, isPlan, said } = yield* act(step, place, digest)
  const planned = isPlan ? said.stdout.match(digests)?.at(-1) : undefined
  const result: StepResult = {
    title: step.title,
    command,
    ...(step.before === undefined ? {} : { before: step.before.told }),
    output: step.shows === undefined ? `${said.stdout}${said.stderr}` : step.shows(said),
    exitCode: said.exitCode,
    ok: isAsExpected(step, said, digest)
  }
  return { result, digest: planned ?? digest }
})

const walkIn = Effect.fnUntraced(function* (place: Place, tell: (text: string) => Effect.Effect<void>) {
  const view = yield* (yield* Screen).out
  const results: Array<StepResult> = []
  const told = (result: StepResult) => {
    results.push(result)
    return tell(renderStep({ result, at: results.length, of: steps.length }, view))
  }
  let digest = ""
  for (const step of steps) {
    const done = yield* runStep(step, place, digest)
    digest = done.digest
    yield* told(done.result)
    if (!done.result.ok) return results
  }
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
  const ok = results.length === steps.length && results.every((one) => one.ok)
  yield* tell(renderTail(ok, view))
  return {
    steps: results.map(({ title, command, exitCode, ok }) => ({ title, command, exitCode, ok })),
    ok
  } satisfies DemoReport
}, Effect.scoped)
