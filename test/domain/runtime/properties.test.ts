import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { posix, win32 } from "node:path"
import { artifactKinds } from "../../../src/domain/capability/runtimeVocabulary.ts"
import { ConfigHome } from "../../../src/domain/capability/schema/configHome.ts"
import type { HostFacts } from "../../../src/domain/runtime/candidates.ts"
import { resolveHome, type HomeQuestion } from "../../../src/domain/runtime/home.ts"

/** Pieces that paths are made of, and what breaks them. */
const pieces = [
  ..."/ // . .. ./ ../ ~ ~/ ~\\ ~bob \\ \\\\ \\\\?\\ C: C:\\ c:/ /srv /srv/x \\\\server\\share home .acme a:b é 🦆 __proto__".split(
    " "
  ),
  ..." |\u0000|\n|\u001b|\u2028|\ud800|x ".split("|")
]

const Hostile = Schema.Array(Schema.Literals(pieces)).check(Schema.isMaxLength(4))

/** Mostly a place, so that what comes after the first refusal is reached too. */
const mostly = (...good: ReadonlyArray<string>) =>
  Schema.Union([Schema.Literals(good), Schema.Literals(good.toReversed()), Schema.Literals(good), Hostile])

const Name = mostly(".acme", "acme", "a/b", "a\\b", "x..y")
const Value = mostly("/srv/x", "~/x", "C:\\srv\\x", "//server/share/x")
const Probe = mostly("~/.acme", "~/a/b", "/home/adam/x/y", "c")

const textOf = (parts: string | ReadonlyArray<string>): string =>
  typeof parts === "string" ? parts : parts.join("")

const names = ["ONE", "TWO", "THREE", "__proto__"] as const

const Some = Schema.Array(Probe).check(Schema.isMinLength(1), Schema.isMaxLength(3))

const Level = {
  kind: Schema.Literals(["dot-home", "dot-home-nested", "xdg", "generic-agents-root", "none"]),
  name: Name,
  parent: Name,
  env: Schema.Array(Schema.Literals(names)).check(Schema.isMaxLength(4)),
  probes: Schema.Boolean,
  probe: Some,
  marks: Schema.Boolean,
  probeExists: Name
}

const Descriptor = Schema.Struct({
  ...Level,
  skillsHome: Schema.optionalKey(Schema.Struct(Level)),
  local: Schema.NullOr(Name),
  root: Schema.Boolean,
  deferred: Schema.Boolean,
  artifact: Schema.Literals(artifactKinds),
  sub: Name,
  elsewhere: Schema.Boolean,
  home: Name
})

type Level = Omit<
  typeof Descriptor.Type,
  "local" | "root" | "deferred" | "artifact" | "sub" | "home" | "elsewhere" | "skillsHome"
>

const plainOf = (level: Level): ConfigHome => ({
  kind: level.kind,
  name: textOf(level.name),
  parent: textOf(level.parent),
  env: level.env,
  ...(level.probes ? { probe: level.probe.map(textOf) } : {}),
  ...(level.marks ? { probeExists: textOf(level.probeExists) } : {})
})

const Question = Schema.Struct({
  descriptor: Descriptor,
  platform: Schema.Literals(["linux", "darwin", "win32"]),
  hostile: Schema.Boolean,
  home: Hostile,
  scope: Schema.Literals(["global", "project"]),
  part: Schema.Literals(["config", "skills", "hooks", "artifact"]),
  values: Schema.Array(Value).check(Schema.isMaxLength(4)),
  there: Schema.Array(Schema.UndefinedOr(Schema.Boolean)).check(Schema.isMinLength(1))
})

const homeOn = (platform: string): string => (platform === "win32" ? "C:\\Users\\ada" : "/home/ada")

const questionOf = (asked: typeof Question.Type): HomeQuestion => {
  const { descriptor } = asked
  const { skillsHome } = descriptor
  const artifact = {
    kind: descriptor.artifact,
    destSubpath: textOf(descriptor.sub),
    prefix: "",
    nesting: "flat",
    converter: null
  } as const
  const placed = descriptor.elsewhere ? { ...artifact, home: textOf(descriptor.home) } : artifact
  return {
    runtime: {
      id: "acme",
      body: {
        configHome: {
          ...plainOf(descriptor),
          ...(skillsHome === undefined ? {} : { skillsHome: plainOf(skillsHome) })
        },
        localConfigDir: descriptor.local === null ? null : textOf(descriptor.local),
        artifactLayout: { global: [placed], local: [artifact] },
        hostBehaviors: {
          localTargetIsProjectRoot: descriptor.root,
          localInstallDeferred: descriptor.deferred
        }
      }
    },
    scope:
      asked.scope === "global"
        ? { kind: "global" }
        : {
            kind: "project",
            root: asked.hostile ? textOf(asked.home) : homeOn(asked.platform)
          },
    part: asked.part === "artifact" ? { artifact: placed } : asked.part
  }
}

const factsOf = ({ home, hostile, platform, values }: typeof Question.Type): HostFacts => ({
  platform,
  home: hostile ? textOf(home) : homeOn(platform),
  variables: new Map(values.map((value, at) => [names[at] ?? "", textOf(value)]))
})

/** Judged by Node's own modules, not by ours. */
const isPlace = (path: string, platform: string): boolean => {
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(path)) return false
  if (platform !== "win32")
    return posix.isAbsolute(path) && posix.normalize(path) === path && (path === "/" || !path.endsWith("/"))
  const native = path.replaceAll("/", "\\")
  return (
    !path.includes("\\") &&
    win32.parse(native).root.length > 1 &&
    win32.normalize(native) === native &&
    win32.resolve("Q:\\elsewhere", native).replace(/\\$/u, "") === native.replace(/\\$/u, "")
  )
}

describe("every question", () => {
  it.prop(
    "has a path that is absolute and normal, none with a reason, or a refusal by name",
    [Question],
    ([asked]) => {
      const facts = factsOf(asked)
      let at = 0
      const exists = () => asked.there[at++ % asked.there.length]
      const answer = resolveHome(questionOf(asked), facts, exists)
      if (Result.isFailure(answer)) {
        assert.notStrictEqual(answer.failure.problem, "")
        if (answer.failure.subject === "variable") assert.include(names, answer.failure.name)
        return
      }
      const { matched, others, path, reason, tried } = answer.success
      assert.notStrictEqual(reason, "")
      assert.strictEqual(path === null, matched === null)
      for (const one of [path, ...others, ...tried.map((each) => each.path)])
        if (one !== null) assert.isTrue(isPlace(one, facts.platform), JSON.stringify(one))
    },
    { arbitrary: { runs: 3000 } }
  )

  it.prop(
    "without variables has a path below the home, whatever the manifest names",
    [Question],
    ([asked]) => {
      const home = homeOn(asked.platform)
      const facts = { platform: asked.platform, home, variables: new Map<string, string>() }
      const answer = resolveHome(questionOf({ ...asked, scope: "global" }), facts, () => asked.there[0])
      if (Result.isFailure(answer) || answer.success.path === null) return
      const native = answer.success.path
      assert.isTrue(native.startsWith(`${home.replaceAll("\\", "/")}/`), native)
    },
    { arbitrary: { runs: 3000 } }
  )

  it("is generated from descriptors that manifests can hold", () => {
    const level = plainOf({
      kind: "xdg",
      name: "x",
      parent: "p",
      env: ["ONE"],
      probes: true,
      probe: ["~/x"],
      marks: true,
      probeExists: "y"
    })
    assert.strictEqual(Schema.decodeSync(ConfigHome)(level).kind, "xdg")
  })
})
