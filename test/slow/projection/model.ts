/**
 * A model on this machine, for hosts that ask one before they do anything: it speaks as Anthropic's, OpenAI's both and
 * Google's do, has the host call one tool, then says that it is done. What it was asked shows what a host tells a model.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

type Json = Readonly<Record<string, unknown>>

/** A tool that the model calls: what it is given, by the name that a host has for it. */
export type Call = Readonly<Record<string, Json>>

/** One request: the names of the tools in it, and all of it as text. */
export interface Asked {
  readonly tools: ReadonlyArray<string>
  readonly text: string
}

/** A way of asking a model. */
interface Speech {
  readonly ending: RegExp
  readonly tools: (body: Json) => ReadonlyArray<string>
  /** Tells whether the host brings what its tool said. */
  readonly answered: RegExp
  readonly call: (name: string, input: Json) => ReadonlyArray<Json>
  readonly done: () => ReadonlyArray<Json>
}

const rows = (value: unknown): ReadonlyArray<Json> => (Array.isArray(value) ? value : [])

const texts = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values.filter((one): one is string => typeof one === "string")

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null

const blockOf = (block: Json, delta: Json, reason: string): ReadonlyArray<Json> => [
  {
    type: "message_start",
    message: {
      id: "m",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 }
    }
  },
  { type: "content_block_start", index: 0, content_block: block },
  { type: "content_block_delta", index: 0, delta },
  { type: "content_block_stop", index: 0 },
  {
    type: "message_delta",
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: 1 }
  },
  { type: "message_stop" }
]

const anthropic: Speech = {
  ending: /\/messages$/u,
  tools: (body) => texts(rows(body["tools"]).map(({ name }) => name)),
  answered: /"tool_result"/u,
  call: (name, input) =>
    blockOf(
      { type: "tool_use", id: "t", name, input: {} },
      { type: "input_json_delta", partial_json: JSON.stringify(input) },
      "tool_use"
    ),
  done: () => blockOf({ type: "text", text: "" }, { type: "text_delta", text: "done" }, "end_turn")
}

const chunk = (delta: Json, reason: string | null): Json => ({
  id: "c",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason: reason }]
})

const chat: Speech = {
  ending: /\/chat\/completions$/u,
  tools: (body) =>
    texts(rows(body["tools"]).map((tool) => isJson(tool["function"]) && tool["function"]["name"])),
  answered: /"role":"tool"/u,
  call: (name, input) => [
    chunk(
      {
        role: "assistant",
        tool_calls: [
          { index: 0, id: "t", type: "function", function: { name, arguments: JSON.stringify(input) } }
        ]
      },
      null
    ),
    chunk({}, "tool_calls")
  ],
  done: () => [chunk({ role: "assistant", content: "done" }, null), chunk({}, "stop")]
}

const responded = (item: Json): ReadonlyArray<Json> => [
  { type: "response.created", response: { id: "r" } },
  { type: "response.output_item.done", item },
  {
    type: "response.completed",
    response: { id: "r", usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } }
  }
]

const responses: Speech = {
  ending: /\/responses$/u,
  tools: (body) => texts(rows(body["tools"]).map(({ name }) => name)),
  answered: /_call_output"/u,
  call: (name, input) =>
    responded({ type: "function_call", id: "f", call_id: "t", name, arguments: JSON.stringify(input) }),
  done: () =>
    responded({
      type: "message",
      id: "x",
      role: "assistant",
      content: [{ type: "output_text", text: "done" }]
    })
}

const candidate = (part: Json): ReadonlyArray<Json> => [
  {
    candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
  }
]

const google: Speech = {
  ending: /:(?:streamGenerateContent|generateContent)$/u,
  tools: (body) =>
    texts(rows(body["tools"]).flatMap((tool) => rows(tool["functionDeclarations"]).map(({ name }) => name))),
  answered: /"functionResponse"/u,
  call: (name, args) => candidate({ functionCall: { id: "t", name, args } }),
  done: () => candidate({ text: "done" })
}

const speeches = [anthropic, chat, responses, google]

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const piece of request) chunks.push(Buffer.from(piece))
  return Buffer.concat(chunks).toString("utf8")
}

const send = (response: ServerResponse, events: ReadonlyArray<Json>): void => {
  response.writeHead(200, { "content-type": "text/event-stream" })
  for (const event of events) {
    const name = event["type"]
    response.write(`${typeof name === "string" ? `event: ${name}\n` : ""}data: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}

const answer = async (
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  call: Call,
  asked: Array<Asked>
): Promise<void> => {
  const [path = ""] = (request.url ?? "").split("?")
  const text = await bodyOf(request)
  const speech = speeches.find(({ ending }) => ending.test(path))
  if (speech === undefined) {
    response.writeHead(404, { "content-type": "application/json" }).end("{}")
    return
  }
  const tools = speech.tools(JSON.parse(text))
  asked.push({ tools, text })
  const found = Object.entries(call).find(([name]) => tools.includes(name))
  const answers = found === undefined || speech.answered.test(text) ? speech.done() : speech.call(...found)
  send(response, answers)
}

/** A model that has a host use one tool. */
export interface Model {
  readonly url: string
  readonly asked: ReadonlyArray<Asked>
  readonly close: () => Promise<void>
}

const closing = (server: Server) => async (): Promise<void> => {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}

/** Starts a model on a free port of this machine. */
export const startModel = async (call: Call): Promise<Model> => {
  const asked: Array<Asked> = []
  const server = createServer((request, response) => void answer({ request, response }, call, asked))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, close: closing(server) }
}
