import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FamilyFilesDisk from "../../../src/layers/family/FamilyFilesDisk.ts"
import { familyValidate } from "../../../src/pipelines/familyValidate.ts"

let home = ""

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "gsd-patterns-"))
})

afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

describe("familyValidate", () => {
  it.effect("tells a pattern that matches nothing from a folder without a manifest", () =>
    Effect.gen(function* () {
      mkdirSync(join(home, "[odd]"))
      mkdirSync(join(home, "empty"))
      const paths = ["skills/*", "[odd]", "empty", "gone"].map((path) => join(home, path))
      const reports = yield* familyValidate(paths).pipe(Effect.provide(FamilyFilesDisk.layer))
      const holdsNone = "The folder holds no `capability.json`"
      assert.deepStrictEqual(
        reports.map(({ findings, path, result }) => [
          path,
          result,
          ...findings.map(({ code, message }) => [code, message])
        ]),
        paths.map((path, at) => [
          path,
          "invalid",
          ["manifest.missing", at === 0 ? "The pattern matches no folder" : holdsNone]
        ])
      )
    })
  )
})
