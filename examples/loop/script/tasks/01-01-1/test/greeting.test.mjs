import assert from "node:assert/strict"
import { test } from "node:test"
import { greet } from "../src/greeting.mjs"

test("greets by the tidied name", () => assert.equal(greet(" Ada "), "Hello, Ada!"))

test("refuses a name of blanks", () => assert.throws(() => greet("  "), RangeError))
