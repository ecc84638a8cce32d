import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import {
  agyPlaces,
  answerBehind,
  conversationIn,
  isBlind,
  modelOf,
  silenceOf,
  watermarkOf,
  withRepository
} from "../../../../src/domain/lane/handlers/antigravity.ts"

const jsonl = (...entries: ReadonlyArray<unknown>): string =>
  `${entries.map((entry) => JSON.stringify(entry)).join("\n\n")}\n`

const response = (content: string, members: object = {}) => ({
  source: "MODEL",
  status: "DONE",
  type: "PLANNER_RESPONSE",
  content,
  ...members
})

const read = (text: string) => ({ _tag: "Read", text }) as const

describe("conversationIn", () => {
  it("finds a workspace in any case", () => {
    const text = JSON.stringify({ "/Projects/X": "c-1", "/projects/y": "c-2" })
    assert.strictEqual(conversationIn(text, "/projects/x"), "c-1")
    assert.strictEqual(conversationIn(text, "/projects/z"), undefined)
  })

  it("takes no id that is no name of one folder", () => {
    for (const id of ["../x", "a/b", "", ".", "a\\b", "-x", 7])
      assert.strictEqual(conversationIn(JSON.stringify({ "/x": id }), "/x"), undefined)
    for (const text of ["", "[]", "{", "null"]) assert.strictEqual(conversationIn(text, "/x"), undefined)
    assert.include(agyPlaces.transcripts("c-1")[0], "/brain/c-1/")
  })
})

describe("answerBehind", () => {
  const old = jsonl(response("old"))
  const mark = watermarkOf("c-1", read(old))

  it("takes the newest answer behind the watermark", () => {
    const now =
      old +
      jsonl(response("first"), response("asking", { status: "RUNNING" }), response("second"), response(" "))
    assert.strictEqual(answerBehind(mark, "c-1", now), "second")
    assert.strictEqual(answerBehind(mark, "c-1", old), undefined)
  })

  it("takes no other entry for an answer", () => {
    for (const members of [{ source: "USER" }, { status: "RUNNING" }, { type: "TOOL" }])
      assert.strictEqual(answerBehind(mark, "c-1", old + jsonl(response("x", members))), undefined)
    assert.strictEqual(answerBehind(mark, "c-1", `${old}{"source":"MODEL`), undefined)
  })

  it("counts from the beginning of a new conversation", () => {
    assert.strictEqual(answerBehind(mark, "c-2", jsonl(response("new"))), "new")
    assert.strictEqual(
      answerBehind(watermarkOf(undefined, { _tag: "Missing" }), "c-2", jsonl(response("new"))),
      "new"
    )
  })

  it("takes nothing where it could not be read how far it had come", () => {
    const unreadable = watermarkOf("c-1", { _tag: "Unreadable" })
    assert.strictEqual(answerBehind(unreadable, "c-1", jsonl(response("x"))), undefined)
    assert.strictEqual(answerBehind(unreadable, "c-2", jsonl(response("x"))), "x")
  })

  it.prop("never throws", { text: Schema.String, json: Schema.Json }, ({ text, json }) => {
    for (const one of [text, jsonl(json), jsonl(response("x"), json)]) {
      assert.strictEqual(answerBehind(watermarkOf("c", read(one)), "c", one), undefined)
      conversationIn(one, text)
      modelOf(one)
    }
  })
})

describe("modelOf", () => {
  it("is the last that a transcript names, at most two members deep", () => {
    assert.strictEqual(
      modelOf(jsonl({ model: "a" }, { x: { y: { model: "b" } } }, { x: { y: { z: { model: "c" } } } })),
      "b"
    )
    assert.strictEqual(modelOf(jsonl({ model: 7 }, ["model"])), undefined)
  })
})

describe("withRepository", () => {
  const args = ["--print-timeout", "540s", "-p", "ask -p"]

  it("adds the repository before the last `-p`, when the help knows how", () => {
    assert.deepStrictEqual(withRepository(args, "  --add-dir <path>  Add", "/projects/x"), [
      "--print-timeout",
      "540s",
      "--add-dir",
      "/projects/x",
      "-p",
      "ask -p"
    ])
  })

  it("adds nothing else", () => {
    assert.deepStrictEqual(withRepository(args, "--add-directory", "/projects/x"), args)
    assert.deepStrictEqual(withRepository(["ask"], "--add-dir", "/projects/x"), ["ask"])
  })
})

describe("silenceOf", () => {
  const log =
    "x\nagent executor error: a\nNOT_FOUND b\nfine\nPublisher model c\nagent executor error: \u001b[31md\n"

  it("tells a session that began from one that never did", () => {
    const mark = watermarkOf("c-1", read("a\n"))
    assert.strictEqual(silenceOf(mark, mark, "").failure, "session-never-started")
    assert.strictEqual(silenceOf(mark, watermarkOf("c-1", read("a\nb\n")), "").failure, "session-started")
    assert.strictEqual(silenceOf(mark, watermarkOf("c-2", read("")), "").failure, "session-started")
  })

  it("has the last lines of the log that tell of an error", () => {
    const none = watermarkOf(undefined, { _tag: "Missing" })
    const lines: ReadonlyArray<string> = silenceOf(none, none, log).log
    assert.deepStrictEqual(lines, ["NOT_FOUND b", "Publisher model c", "agent executor error: \\u{1b}[31md"])
  })
})

describe("isBlind", () => {
  it("sees the program's own folder", () => {
    assert.isTrue(isBlind("I work in ~/.gemini/antigravity-cli/scratch"))
    assert.isFalse(isBlind("src/scratch.ts:1"))
  })
})
