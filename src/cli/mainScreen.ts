import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { progressOn } from "./mainProgress.ts"
import { isTerminal, viewOf } from "./mainView.ts"
import { stderrForm, writePrompt } from "./mainWrite.ts"
import { Screen } from "./Screen.ts"

/** Reads one line with the terminal's own editing: Ctrl-C is a signal, Ctrl-D the end, nothing is drawn on stdout. */
const readLine = Effect.callback<Option.Option<string>>((resume) => {
  const { createInterface } = process.getBuiltinModule("node:readline")
  const lines = createInterface({ input: process.stdin, terminal: false })
  lines.once("line", (line) => resume(Effect.succeedSome(line)))
  lines.once("close", () => resume(Effect.succeedNone))
  return Effect.sync(() => lines.close())
}).pipe(Effect.ensuring(Effect.sync(() => process.stdin.destroy())))

/** The screen of this process; each part is looked at when it is needed. */
export const screen: Layer.Layer<Screen> = Layer.succeed(
  Screen,
  Screen.of({
    out: Effect.sync(() => viewOf(1)),
    err: Effect.sync(() => viewOf(2)),
    progress: Effect.sync(() =>
      progressOn(stderrForm.isPlain && isTerminal(2) && process.env["TERM"] !== "dumb")
    ),
    interactive: Effect.sync(() => isTerminal(0) && isTerminal(2)),
    ask: (question) =>
      Effect.gen(function* () {
        yield* Effect.sync(() => writePrompt(question))
        const line = yield* readLine
        if (Option.isNone(line)) yield* Effect.sync(() => writePrompt("\n"))
        return line
      })
  })
)
