import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"

const page = readFileSync(new URL("../public/index.html", import.meta.url), "utf8")

test("UI-1: the field has a visible label", () => assert.match(page, /<label for="name">Your name<\/label>/u))

test("UI-2: the greeting stands in a status", () => assert.match(page, /<p role="status"><\/p>/u))

test("T1: the greeting is put in as text", () => assert.doesNotMatch(page, /innerHTML|document\.write/u))
