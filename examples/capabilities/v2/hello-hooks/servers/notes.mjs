#!/usr/bin/env node
// MCP server over stdio with one tool, `search_notes`: lines of NOTES.md that hold a word. Reads, never writes.
import { readFile } from "node:fs/promises"
import { createInterface } from "node:readline"

const file = process.env.NOTES_FILE ?? "NOTES.md"

const tool = {
  name: "search_notes",
  description: "Lines of the project's notes that hold a word",
  inputSchema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] }
}

const search = async (word) => {
  const text = await readFile(file, "utf8").catch(() => "")
  const lines = text.split("\n").filter((line) => line.toLowerCase().includes(String(word).toLowerCase()))
  return { content: [{ type: "text", text: lines.join("\n") }] }
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "hello-notes", version: "1.1.0" }
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": ({ arguments: given }) => search(given?.word ?? "")
}

for await (const line of createInterface({ input: process.stdin })) {
  let request
  try {
    request = JSON.parse(line)
  } catch {
    continue
  }
  if (request.id === undefined) continue
  const answer = answers[request.method]
  const body =
    answer === undefined
      ? { error: { code: -32601, message: `no method ${request.method}` } }
      : { result: await answer(request.params ?? {}) }
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, ...body })}\n`)
}
