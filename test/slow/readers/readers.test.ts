import { describe, it } from "@effect/vitest"
import { proveReader, type Reader, type Writer } from "../../support/readers.ts"

/** Who reads around whose commit; `everyJump` of the support file does it at every step. */
const pairs: ReadonlyArray<readonly [Reader, Writer]> = [
  ["list", "install"],
  ["list", "update"],
  ["list", "rollback"],
  ["list", "remove"],
  ["list", "revoke"],
  ["show", "update"],
  ["verify", "remove"]
]

describe("a reader during a commit", () => {
  it.effect.each(pairs)("reports by %s old or new around %s", ([reader, writer]) =>
    proveReader(writer, reader)
  )
})
