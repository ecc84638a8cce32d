import { isJsonObject, memberText, type JsonValue } from "../../json/value.ts"
import { visible, type Visible } from "../../text/escape.ts"
import { noAccessMark } from "../evidence.ts"
import { parsed } from "./parsed.ts"

/** Where agy keeps what it does, relative to the person's home. Source: lanes.md 1.10. */
export const agyPlaces = {
  conversations: ".gemini/antigravity-cli/cache/last_conversations.json",
  log: ".gemini/antigravity-cli/cli.log",
  /** Both hold one JSON object a line. */
  transcripts: (conversation: string): ReadonlyArray<string> =>
    ["transcript.jsonl", "transcript_full.jsonl"].map(
      (name) => `.gemini/antigravity-cli/brain/${conversation}/.system_generated/logs/${name}`
    )
} as const

/** An id that is one name of a folder; an id of another form would lead elsewhere. */
const isFolderName = (id: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/u.test(id)

/** Id of the last conversation in a workspace, out of the text of `agyPlaces.conversations`; case does not count. */
export const conversationIn = (text: string, workspace: string): string | undefined => {
  const conversations = parsed(text)
  if (!isJsonObject(conversations)) return undefined
  const wanted = workspace.toLowerCase()
  const key = Object.keys(conversations).find((one) => one.toLowerCase() === wanted)
  const id = memberText(conversations, key ?? "")
  return isFolderName(id) ? id : undefined
}

const linesOf = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => line.trim() !== "")

/** How far a transcript had come before the run. */
export interface Watermark {
  readonly conversation: string | undefined
  /** Lines that stood there, blank ones aside; undefined when that could not be read. */
  readonly lines: number | undefined
}

/** A transcript that was read, is not there, or could not be read. */
export type TranscriptText =
  | { readonly _tag: "Read"; readonly text: string }
  | { readonly _tag: "Missing" }
  | { readonly _tag: "Unreadable" }

/** Marks how far a transcript had come; one that is not there has come nowhere. */
export const watermarkOf = (conversation: string | undefined, transcript: TranscriptText): Watermark => {
  switch (transcript._tag) {
    case "Read":
      return { conversation, lines: linesOf(transcript.text).length }
    case "Missing":
      return { conversation, lines: 0 }
    case "Unreadable":
      return { conversation, lines: undefined }
  }
}

const isAnswer = (entry: JsonValue): boolean =>
  memberText(entry, "source") === "MODEL" &&
  memberText(entry, "status") === "DONE" &&
  memberText(entry, "type") === "PLANNER_RESPONSE"

/** Text of an entry, under whichever name it stands. */
const entryText = (entry: JsonValue): string =>
  ["content", "text", "response", "message"]
    .map((key) => memberText(entry, key))
    .find((text) => text.trim() !== "") ?? ""

/**
 * The newest answer that a transcript holds behind the watermark; undefined when there is none. Where it could not be
 * read how far the same conversation had come, an answer may be an old one, and is not taken.
 */
export const answerBehind = (
  mark: Watermark,
  conversation: string,
  transcript: string
): string | undefined => {
  const isSame = mark.conversation === conversation
  if (isSame && mark.lines === undefined) return undefined
  const entries = linesOf(transcript)
    .slice(isSame ? mark.lines : 0)
    .map(parsed)
  const texts = entries.flatMap((entry) => (entry !== undefined && isAnswer(entry) ? [entryText(entry)] : []))
  return texts.findLast((text) => text.trim() !== "")
}

const deepestModel = 2

const modelIn = (value: JsonValue, depth: number): string | undefined => {
  if (!isJsonObject(value)) return undefined
  const own = memberText(value, "model").trim()
  if (own !== "") return own
  if (depth === deepestModel) return undefined
  return Object.values(value)
    .map((one) => modelIn(one, depth + 1))
    .find((model) => model !== undefined)
}

/** Model that a full transcript names last, at most two members deep; undefined when it names none. */
export const modelOf = (fullTranscript: string): string | undefined =>
  linesOf(fullTranscript)
    .map(parsed)
    .flatMap((entry) => (entry === undefined ? [] : [modelIn(entry, 0)]))
    .findLast((model) => model !== undefined)

/** The arguments with the repository added before the last `-p`, when the program's help knows `--add-dir`. */
export const withRepository = (
  args: ReadonlyArray<string>,
  help: string,
  repository: string
): ReadonlyArray<string> => {
  const at = args.lastIndexOf("-p")
  return at === -1 || !/(?<![\w-])--add-dir(?![\w-])/u.test(help)
    ? args
    : args.toSpliced(at, 0, "--add-dir", repository)
}

/** What is asked of agy besides: that it says so when it cannot read the repository. */
export const accessClause = ` If you cannot read files of the repository, begin your answer with the line ${noAccessMark}.`

/** Tells whether an answer was written in the program's own empty folder instead of the repository. */
export const isBlind = (text: string): boolean => /antigravity-cli[/\\]scratch/u.test(text)

const telling = /agent executor error|NOT_FOUND|Publisher model/iu

const mostLogLines = 3

/** What a run of agy without an answer leaves to say. */
export interface AgySilence {
  /** Whether a session had begun: a new conversation, or new lines in the old one. */
  readonly failure: "session-started" | "session-never-started"
  /** Last lines of its log that tell of an error. */
  readonly log: ReadonlyArray<Visible>
}

/** Says why agy gave no answer, out of the conversation after the run, its transcript and its log. */
export const silenceOf = (mark: Watermark, after: Watermark, log: string): AgySilence => {
  const isNew = after.conversation !== undefined && after.conversation !== mark.conversation
  const grew = (after.lines ?? 0) > (mark.lines ?? 0)
  return {
    failure: isNew || grew ? "session-started" : "session-never-started",
    log: linesOf(log)
      .filter((line) => telling.test(line))
      .slice(-mostLogLines)
      .map((line) => visible(line.trim(), 400))
  }
}
