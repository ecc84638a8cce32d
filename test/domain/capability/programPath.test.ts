import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { bundledProgram, isRelativeProgram } from "../../../src/domain/capability/programPath.ts"
import { isAbsolutePath } from "../../../src/domain/process/resolveBinary.ts"

describe("bundledProgram", () => {
  it.each([
    ["./bin//owl", "bin/owl"],
    ["bin/owl", "bin/owl"],
    ["bin\\owl", "bin/owl"],
    [".\\bin\\.\\owl.cmd", "bin/owl.cmd"],
    ["./owl", "owl"],
    ["~/bin/owl", "~/bin/owl"],
    ["bin/..owl", "bin/..owl"]
  ])("of %s is a path in the bundle", (program, path) => {
    assert.strictEqual(bundledProgram(program), path)
  })

  it.each(["owl", "..", "", "/usr/bin/owl", "\\owl", "\\\\server\\owl", "C:\\owl", "C:/owl", "C:owl", "."])(
    "of %s is none: no path from there",
    (program) => {
      assert.isUndefined(bundledProgram(program))
      assert.isFalse(isRelativeProgram(program))
    }
  )

  it.each(["../owl", "bin/../owl", "bin/..", "..\\owl", "bin/", "./", ".\\", "./."])(
    "of %s is none: a path that leads to no file below the bundle",
    (program) => {
      assert.isUndefined(bundledProgram(program))
      assert.isTrue(isRelativeProgram(program))
    }
  )

  it.prop(
    "is plain and stays below the bundle, whatever is named",
    { program: Schema.String },
    ({ program }) => {
      for (const text of [program, `./${program}`, `a\\${program}`]) {
        const path = bundledProgram(text)
        if (path === undefined) continue
        for (const isWindows of [true, false]) assert.isFalse(isAbsolutePath(path, isWindows))
        assert.notMatch(path, /\\|(?:^|\/)\.{0,2}(?:\/|$)/u)
        assert.strictEqual(bundledProgram(`./${path}`), path)
      }
    }
  )
})
