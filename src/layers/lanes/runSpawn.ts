import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { isBlind } from "../../domain/lane/handlers/antigravity.ts"
import { judgeNotStarted, judgeSpawn, spawnNotes } from "../../domain/lane/judgeSpawn.ts"
import { unavailableOutcome, type LaneOutcome } from "../../domain/lane/outcome.ts"
import { readOutput } from "../../domain/lane/readSpawn.ts"
import { reportedModel } from "../../domain/lane/reportedModel.ts"
import type { PlannedSpawn } from "../../domain/lane/stages.ts"
import { limits } from "../../domain/limits.ts"
import type { Outcome } from "../../domain/process/outcome.ts"
import { shown, visible, type Visible } from "../../domain/text/escape.ts"
import { Durable } from "../../services/Durable.ts"
import type { LaneStart } from "../../services/Lanes.ts"
import { Spawner, type RunRequest } from "../../services/Spawner.ts"
import { keepTail, type Keeper } from "../spawner/keeper.ts"
import { afterAgy, beforeAgy, type AgyAfter, type AgyBefore } from "./agy.ts"
import { ensureFile, makeAnswerFile, readAnswerFile, type AnswerFile } from "./answerFile.ts"
import { commandOf, type LanesOptions } from "./program.ts"
import { makeProgress, type Progress } from "./progress.ts"

/** How a run ended, without what is the same for every run. */
export interface RunEnd {
  readonly outcome: LaneOutcome
  readonly notes: ReadonlyArray<Visible>
  readonly bytes: number
  readonly stderr: string
}

/** A run of a program while it lasts. */
interface Running {
  readonly planned: PlannedSpawn
  readonly progress: Progress
  /** Undefined where the program writes its answer itself. */
  readonly file: AnswerFile | undefined
  readonly stderr: Keeper
  readonly agy: AgyBefore | undefined
}

/** Everything is read, so that nothing blocks; what is kept is decided here. */
const all = Number.MAX_SAFE_INTEGER

const requestOf = ({ planned, progress, file, stderr, agy }: Running, options: LanesOptions): RunRequest => {
  const { command, args } = commandOf(planned.binary, options)
  return {
    command,
    args: [...args, ...(agy?.args ?? planned.args)],
    env: planned.env,
    directory: planned.directory,
    ...(planned.stdin === "prompt" ? { stdin: planned.prompt.text } : {}),
    timeout: planned.timeout,
    ...(planned.idle === undefined ? {} : { idleTimeout: planned.idle }),
    stdout: {
      _tag: "Stream",
      capBytes: all,
      write: (chunk) =>
        Effect.suspend(() => {
          progress.saw(file === undefined ? "beside" : "answer", chunk)
          return file === undefined ? Effect.void : file.write(chunk)
        })
    },
    stderr: {
      _tag: "Stream",
      capBytes: all,
      write: (chunk) =>
        Effect.sync(() => {
          progress.saw("beside", chunk)
          stderr.add(chunk)
        })
    }
  }
}

/** How long nothing had been written when the run was decided; undefined when nothing ever was. */
const quietOf = ({ progress }: Running, { duration }: Outcome): { readonly quiet?: Duration.Duration } => {
  const last = progress.lastSeen()
  return last === undefined ? {} : { quiet: Duration.max(Duration.zero, Duration.subtract(duration, last)) }
}

const endedWell = (end: Outcome): boolean => end._tag === "Exited" && end.code === 0

/** A text that says it was written in an empty folder instead of the repository rests on nothing. */
const blinded = (outcome: LaneOutcome, { agy }: Running): LaneOutcome =>
  agy !== undefined && outcome.outcome === "completed" && isBlind(outcome.text)
    ? {
        outcome: "suspect",
        reason: "no-repository-access",
        detail: shown`The review was written in the program's own folder, not in the repository`,
        text: outcome.text
      }
    : outcome

const modelNote = (planned: PlannedSpawn, stderr: string, after?: AgyAfter): ReadonlyArray<Visible> => {
  const told = reportedModel({
    served: undefined,
    transcript: after?.model,
    stderr,
    requested: planned.model
  })
  return told.model === undefined || told.source === "requested"
    ? []
    : [shown`The model \`${told.model}\` answered, as its ${told.source} says`]
}

const cutByDisk = (outcome: LaneOutcome, { file, planned }: Running): LaneOutcome =>
  file?.failure() === undefined || !("text" in outcome)
    ? outcome
    : {
        outcome: "truncated",
        reason: "output-cap",
        detail: shown`Its answer could not be written as a whole to \`${planned.answerFile}\`: ${file.failure()?.message ?? ""}`,
        text: outcome.text
      }

/** Judges a program that ended. */
const judge = Effect.fnUntraced(function* (running: Running, end: Outcome) {
  const { planned, progress, file } = running
  const { lane } = planned.run
  const written = file === undefined ? undefined : progress.bytes()
  const answer = yield* readAnswerFile(planned.answerFile, limits.laneOutputBytes, written)
  const printed = Option.isSome(answer) ? answer.value : undefined
  const stderr = new TextDecoder().decode(running.stderr.bytes())
  const output = readOutput(lane, printed?.text)
  const after =
    running.agy !== undefined && endedWell(end) && (output.text ?? "").trim() === ""
      ? yield* afterAgy(running.agy, planned)
      : undefined
  const outcome = judgeSpawn(
    end,
    {
      ...output,
      text: after?.text ?? output.text,
      totalBytes: printed?.totalBytes ?? written ?? 0,
      isCut: printed?.isCut ?? false,
      stderr,
      ...quietOf(running, end)
    },
    lane.reviewer
  )
  return {
    outcome: blinded(cutByDisk(outcome, running), running),
    notes: [
      ...output.notes,
      ...(after?.notes ?? []),
      ...("text" in outcome ? modelNote(planned, stderr, after) : []),
      ...spawnNotes(end)
    ],
    bytes: printed?.totalBytes ?? written ?? 0,
    stderr
  } satisfies RunEnd
})

/** The file that stdout goes to; a program that writes its answer itself finds nothing there. */
const answerFileOf = Effect.fnUntraced(function* ({ answer, answerFile }: PlannedSpawn) {
  const file = yield* makeAnswerFile(answerFile, limits.laneOutputBytes)
  if (answer._tag === "Stdout") return file
  yield* (yield* Durable).unlink(answerFile)
  return undefined
})

/** Prepares the files of a run, starts its program, and judges its end. */
const start = Effect.fnUntraced(function* (
  planned: PlannedSpawn,
  { tell }: LaneStart,
  options: LanesOptions
) {
  yield* ensureFile(planned.prompt.path, planned.prompt.text)
  const running: Running = {
    planned,
    progress: yield* makeProgress(planned.run.identity, tell),
    file: yield* answerFileOf(planned),
    stderr: keepTail(limits.laneErrorBytes),
    agy:
      planned.run.lane.reviewer.handler === "antigravity"
        ? yield* beforeAgy(planned, commandOf(planned.binary, options))
        : undefined
  }
  const result = yield* Effect.result((yield* Spawner).run(requestOf(running, options)))
  return Result.isFailure(result)
    ? ({
        outcome: judgeNotStarted(result.failure),
        notes: [],
        bytes: 0,
        stderr: ""
      } satisfies RunEnd)
    : yield* judge(running, result.success)
})

/** An end before anything ran: the files of the run cannot be made. */
export const notWritable = ({ message }: { readonly message: string }): RunEnd => ({
  outcome: unavailableOutcome({
    _tag: "Unavailable",
    reason: "not-startable",
    detail: shown`The files of the run cannot be written: ${visible(message)}`
  }),
  notes: [],
  bytes: 0,
  stderr: ""
})

/** Runs a lane's program to its end. */
export const runSpawn = (planned: PlannedSpawn, laneStart: LaneStart, options: LanesOptions) =>
  start(planned, laneStart, options).pipe(Effect.catch((error) => Effect.succeed(notWritable(error))))
