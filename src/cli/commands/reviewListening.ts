import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ReviewEvent } from "../../pipelines/review/stages.ts"
import { Afterword, Boards, type Board } from "../Board.ts"
import { warningLines } from "../render/view.ts"
import { Screen } from "../Screen.ts"
import { afterEvent, boardLines, noRows, type BoardState } from "../render/reviewBoard.ts"

/** Who is told what happens. */
export interface Listener {
  readonly tell: (event: ReviewEvent) => void
  /** Nothing is told any more. */
  readonly end: () => void
}

/** How the result is wanted. */
export interface Listening {
  readonly json: boolean
  readonly events: boolean
}

/** Between two paintings. */
const paintMillis = 200

const eventOf = ({ _tag, ...rest }: ReviewEvent): string =>
  JSON.stringify({ event: _tag.toLowerCase(), ...rest })

const eventLines = Effect.map(Console.Console, (console): Listener => ({
  tell: (event) => console.log(eventOf(event)),
  end: () => {}
}))

/** Paints at every event that changes a state, and while time passes. */
const onBoard = Effect.fnUntraced(function* (board: Board) {
  const clock = yield* Clock.Clock
  let state: BoardState = noRows
  let isOver = false
  const paint = () => {
    if (!isOver && state.size > 0) board.show(boardLines(state, clock.currentTimeMillisUnsafe(), board.width))
  }
  const painter = yield* Effect.forkDetach(
    Effect.forever(Effect.andThen(Effect.sleep(Duration.millis(paintMillis)), Effect.sync(paint)))
  )
  return {
    tell: (event) => {
      state = afterEvent(state, event, clock.currentTimeMillisUnsafe())
      if (event._tag !== "Wrote") paint()
    },
    end: () => {
      isOver = true
      painter.interruptUnsafe()
      board.clear()
    }
  } satisfies Listener
})

/** An interrupted review prints no result, so that its last words say where the report is. */
const afterwards = Effect.map(Afterword, (say) => (event: ReviewEvent) => {
  if (event._tag === "Reported" && event.interrupted) say(`the report says so: ${event.path}`)
})

const nobody: Listener = { tell: () => {}, end: () => {} }

const listenerFor = Effect.fnUntraced(function* ({ events, json }: Listening) {
  if (events) return yield* eventLines
  const board = json ? undefined : (yield* Boards)()
  return board === undefined ? nobody : yield* onBoard(board)
})

/** Events as lines of JSON on stdout, a board on a terminal, or nobody. */
export const listenerOf = Effect.fnUntraced(function* (listening: Listening) {
  const listener = yield* listenerFor(listening)
  const tellEnd = yield* afterwards
  return {
    tell: (event) => {
      listener.tell(event)
      if (event._tag === "Reported") listener.end()
      tellEnd(event)
    },
    end: listener.end
  } satisfies Listener
})

/** Tells warnings on stderr: they go where no result is, whatever form that has. */
export const warn = Effect.fnUntraced(function* (warnings: ReadonlyArray<string>) {
  const { err } = yield* Screen
  const lines = warningLines(warnings, yield* err)
  if (lines.length > 0) yield* Console.error(lines.join("\n"))
})
