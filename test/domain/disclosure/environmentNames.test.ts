import { assert, describe, it } from "@effect/vitest"
import { deniedReason, warnedReason } from "../../../src/domain/disclosure/environmentNames.ts"
import { isJsonObject, member } from "../../../src/domain/json/value.ts"
import { shippedLanes } from "./manifests.ts"

/** The names published in the seed and in the public table. */
const published =
  "PATH NODE_OPTIONS NODE_REPL_EXTERNAL_MODULE NODE_PATH LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES " +
  "DYLD_LIBRARY_PATH PYTHONSTARTUP PYTHONPATH BASH_ENV ENV PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS " +
  "CLASSPATH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF"

describe("deniedReason", () => {
  it.each(published.split(" "))("refuses %s in any case, with a reason", (name) => {
    for (const spelt of [name, name.toLowerCase(), (name[0] ?? "") + name.slice(1).toLowerCase()])
      assert.isNotEmpty(deniedReason(spelt) ?? "")
  })

  it.each([
    "LD_ANYTHING",
    "DYLD_FRAMEWORK_PATH",
    "PERL5LIB",
    "RUBYLIB",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_KEY_0",
    "npm_config_script_shell",
    "https_proxy",
    "ComSpec"
  ])("refuses %s", (name) => {
    assert.isDefined(deniedReason(name))
  })

  it.each([
    "MYPATH",
    "PATH_",
    "PATHX",
    "ENVX",
    "XLD_PRELOAD",
    "OWL_QUIET",
    "HOME",
    "toString",
    "constructor",
    "__proto"
  ])("does not refuse %s", (name) => {
    assert.isUndefined(deniedReason(name))
  })

  it("refuses no name that a shipped lane uses", () => {
    const names = shippedLanes.flatMap((lane) => {
      const env = member(member(lane, "invoke"), "env")
      return isJsonObject(env) ? Object.keys(env) : []
    })
    assert.isNotEmpty(names)
    assert.deepStrictEqual(
      names.filter((name) => deniedReason(name) !== undefined),
      []
    )
  })
})

describe("warnedReason", () => {
  it("warns of every refused name, and of settings and addresses besides", () => {
    for (const name of ["PATH", "ld_preload", "HOME", "ANTHROPIC_BASE_URL", "OLLAMA_HOST", "XDG_CONFIG_HOME"])
      assert.isDefined(warnedReason(name))
    assert.isUndefined(warnedReason("OWL_QUIET"))
  })
})
