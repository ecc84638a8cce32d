import assert from "node:assert/strict"
import { test } from "node:test"
import { tidy } from "../src/names.mjs"

test("a name loses its blanks", () => assert.equal(tidy("  Ada   Lovelace "), "Ada Lovelace"))
