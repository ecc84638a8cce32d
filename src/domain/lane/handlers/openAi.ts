import { isJsonObject, member, memberText, type JsonValue } from "../../json/value.ts"
import { shown, type Visible } from "../../text/escape.ts"
import { parsed } from "./parsed.ts"

/** The body of a request to `/v1/chat/completions`: the whole answer at once, nothing else asked for. */
export const requestBody = (model: string, prompt: string): string =>
  JSON.stringify({ model, messages: [{ role: "user", content: prompt }], stream: false })

/** What the body of an answer says. */
export type OpenAiAnswer =
  | { readonly _tag: "NotJson" }
  /** JSON, and no answer of this kind. */
  | { readonly _tag: "Unexpected"; readonly problem: string }
  /** An error in the body, with status 200 too. */
  | { readonly _tag: "Reported"; readonly message: string }
  | { readonly _tag: "NoChoices" }
  | {
      readonly _tag: "Answer"
      /** Empty when there was none. */
      readonly text: string
      /** Why the model declined, in its words; empty when it did not. */
      readonly refusal: string
      /** Whether the model stopped because of a limit of its own. */
      readonly stoppedAtLimit: boolean
      /** Model that says it answered; empty when it does not say. */
      readonly served: string
    }

const partText = (part: JsonValue): string => {
  if (typeof part === "string") return part
  const kind = memberText(part, "type")
  return kind === "" || kind === "text" || kind === "output_text" ? memberText(part, "text") : ""
}

/** Content is a text, or a list of parts some of which are text. */
const contentText = (content: JsonValue | undefined): string => {
  if (typeof content === "string") return content
  return Array.isArray(content) ? content.map(partText).join("") : ""
}

const reportedIn = (body: JsonValue): string => {
  const error = member(body, "error")
  if (typeof error === "string") return error
  return memberText(error, "message") || memberText(error, "code") || memberText(error, "type")
}

const answerOf = (body: JsonValue, choice: JsonValue): OpenAiAnswer => {
  const message = member(choice, "message")
  // Servers of completions put the text beside the message.
  const content = contentText(member(message, "content"))
  return {
    _tag: "Answer",
    text: content === "" ? memberText(choice, "text") : content,
    refusal: memberText(message, "refusal"),
    stoppedAtLimit: memberText(choice, "finish_reason") === "length",
    served: memberText(body, "model").trim()
  }
}

/** Reads the body of an answer; text is that of the first choice. Source: lanes.md 1.10. */
export const readAnswer = (body: string): OpenAiAnswer => {
  const json = parsed(body)
  if (json === undefined) return { _tag: "NotJson" }
  if (!isJsonObject(json)) return { _tag: "Unexpected", problem: "no JSON object" }
  const reported = reportedIn(json)
  if (reported !== "") return { _tag: "Reported", message: reported }
  const choices = member(json, "choices")
  if (!Array.isArray(choices)) return { _tag: "Unexpected", problem: "without `choices`" }
  const [first] = choices as ReadonlyArray<JsonValue>
  return first === undefined ? { _tag: "NoChoices" } : answerOf(json, first)
}

/** Ids of an answer to `/v1/models`, in its order; undefined when it lists none. */
export const readModels = (body: string): ReadonlyArray<string> | undefined => {
  const data = member(parsed(body), "data")
  if (!Array.isArray(data)) return undefined
  const ids = (data as ReadonlyArray<JsonValue>)
    .map((entry) => memberText(entry, "id").trim())
    .filter((id) => id !== "")
  return ids.length === 0 ? undefined : ids
}

/** Told when another model answered than was asked; undefined when it is the same, or not told. */
export const servedNote = (asked: string, served: string): Visible | undefined =>
  served === "" || served === asked
    ? undefined
    : shown`The model \`${served}\` answered, \`${asked}\` was asked`
