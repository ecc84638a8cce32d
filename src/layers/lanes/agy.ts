import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { join } from "node:path"
import {
  agyPlaces,
  answerBehind,
  conversationIn,
  modelOf,
  silenceOf,
  watermarkOf,
  withRepository,
  type TranscriptText,
  type Watermark
} from "../../domain/lane/handlers/antigravity.ts"
import type { PlannedSpawn } from "../../domain/lane/stages.ts"
import { limits } from "../../domain/limits.ts"
import { reveal } from "../../domain/process/environment.ts"
import { shown, type Visible } from "../../domain/text/escape.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { askHelp, type Command } from "./program.ts"

/** What agy is run with, and how far its transcripts had come before. */
export interface AgyBefore {
  readonly args: ReadonlyArray<string>
  /** The folder that its own files are in. */
  readonly home: string
  /** One for each of its transcripts. */
  readonly marks: ReadonlyArray<Watermark>
}

/** What agy's own files say after a run. */
export interface AgyAfter {
  /** The answer that its transcript holds; undefined when it holds no new one. */
  readonly text: string | undefined
  readonly model: string | undefined
  /** Why there is no answer, when its transcript holds none. */
  readonly notes: ReadonlyArray<Visible>
}

const helpTime = Duration.seconds(5)

/** Longest transcript that is read; a longer one says nothing. */
const transcriptBytes = 16 * 1024 * 1024

const readText = Effect.fnUntraced(function* (path: string) {
  const bytes = yield* (yield* Durable).read(path, { maxBytes: transcriptBytes })
  return new TextDecoder().decode(bytes)
})

const transcriptAt = (path: string): Effect.Effect<TranscriptText, never, Durable> =>
  Effect.match(readText(path), {
    onSuccess: (text): TranscriptText => ({ _tag: "Read", text }),
    onFailure: (error): TranscriptText => ({
      _tag: error._tag === "DiskFailure" && error.reason === "missing" ? "Missing" : "Unreadable"
    })
  })

/** Its last conversation in the repository, with both transcripts as they are now. */
const lookAt = Effect.fnUntraced(function* (home: string, workspace: string) {
  const conversations = yield* Effect.option(readText(join(home, agyPlaces.conversations)))
  const conversation = Option.isSome(conversations)
    ? conversationIn(conversations.value, workspace)
    : undefined
  const paths = conversation === undefined ? [] : agyPlaces.transcripts(conversation)
  const transcripts = yield* Effect.forEach(paths, (path) => transcriptAt(join(home, path)))
  return { conversation, transcripts }
})

const nothing: TranscriptText = { _tag: "Missing" }

const marksOf = ({ conversation, transcripts }: Effect.Success<ReturnType<typeof lookAt>>) =>
  (transcripts.length === 0 ? [nothing] : transcripts).map((text) => watermarkOf(conversation, text))

/** Asks agy what it knows and marks where its transcripts end, so that an old answer is never taken for a new one. */
export const beforeAgy = Effect.fnUntraced(function* (planned: PlannedSpawn, command: Command) {
  const { home: ours } = yield* Environment
  const own = planned.env["HOME"]
  const home = own === undefined ? ours : reveal(own)
  const { env, directory } = planned
  const help = yield* askHelp(command, { env, directory, timeout: helpTime })
  return {
    args: withRepository(planned.args, help._tag === "Said" ? help.text : "", directory),
    home,
    marks: marksOf(yield* lookAt(home, directory))
  } satisfies AgyBefore
})

const markAt = ({ marks }: AgyBefore, index: number): Watermark =>
  marks[index] ?? { conversation: marks[0]?.conversation, lines: 0 }

const textAt = (transcripts: ReadonlyArray<TranscriptText>, index: number): string => {
  const transcript = transcripts[index]
  return transcript?._tag === "Read" ? transcript.text : ""
}

/** Reads what agy's transcripts hold of this run, for when it printed nothing. */
export const afterAgy = Effect.fnUntraced(function* (before: AgyBefore, { directory }: PlannedSpawn) {
  const now = yield* lookAt(before.home, directory)
  const { conversation, transcripts } = now
  const text =
    conversation === undefined
      ? undefined
      : transcripts
          .map((_, index) => answerBehind(markAt(before, index), conversation, textAt(transcripts, index)))
          .find((answer) => answer !== undefined)
  const model = modelOf(textAt(transcripts, transcripts.length - 1))
  if (text !== undefined) return { text, model, notes: [] } satisfies AgyAfter
  const log = yield* Effect.orElseSucceed(
    Effect.map(
      (yield* Durable).readTail(join(before.home, agyPlaces.log), { maxBytes: limits.laneErrorBytes }),
      ({ bytes }) => new TextDecoder().decode(bytes)
    ),
    () => ""
  )
  const [mark = watermarkOf(undefined, nothing)] = before.marks
  const [after = watermarkOf(conversation, nothing)] = marksOf(now)
  const silence = silenceOf(mark, after, log)
  const sentence =
    silence.failure === "session-started"
      ? shown`Its session began and gave no answer`
      : shown`Its session never began`
  return { text, model, notes: [sentence, ...silence.log] } satisfies AgyAfter
})
