import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ansiPaint, plainPaint, type View } from "./render/view.ts"
import { Screen } from "./Screen.ts"

const narrowest = 40

/** Colour as https://no-color.org and FORCE_COLOR ask, else where a person looks. */
const isColourful = (isTerminal: boolean): boolean => {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal } = process.env
  if (force !== undefined && force !== "") return force !== "0" && force !== "false"
  return isTerminal && terminal !== "dumb" && (none === undefined || none === "")
}

const viewOf = (stream: NodeJS.WriteStream): View => ({
  width: stream.isTTY ? Math.max(narrowest, stream.columns || 80) : undefined,
  paint: isColourful(stream.isTTY) ? ansiPaint : plainPaint
})

/** The screen of this process. */
export const screen: Layer.Layer<Screen> = Layer.sync(Screen, () => {
  // A terminal's own line editing: Ctrl-C is a signal, Ctrl-D the end of input, and nothing is drawn on stdout.
  const ask = Effect.fnUntraced(function* (question: string) {
    const { createInterface } = yield* Effect.promise(() => import("node:readline"))
    return yield* Effect.callback<Option.Option<string>>((resume) => {
      process.stderr.write(question)
      const lines = createInterface({ input: process.stdin, terminal: false })
      let answered = false
      const answer = (line: Option.Option<string>) => {
        if (answered) return
        answered = true
        if (Option.isNone(line)) process.stderr.write("\n")
        resume(Effect.succeed(line))
        lines.close()
      }
      lines.once("line", (line) => answer(Option.some(line)))
      lines.once("close", () => answer(Option.none()))
      return Effect.sync(() => {
        answered = true
        lines.close()
        process.stdin.pause()
      })
    }).pipe(Effect.ensuring(Effect.sync(() => process.stdin.pause())))
  })
  return Screen.of({
    out: viewOf(process.stdout),
    err: viewOf(process.stderr),
    interactive: process.stdin.isTTY && process.stderr.isTTY,
    ask
  })
})

/** The view of stderr. */
export const errorView = (): View => viewOf(process.stderr)
