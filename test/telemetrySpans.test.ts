import { globSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"

const repository = dirname(import.meta.dirname)
const textOf = (name: string) => readFileSync(join(repository, name), "utf8")

const layers = globSync(["src/layers/**/*.ts", "src/cli/*.ts"], { cwd: repository })
  .filter((name) => !/\/(?:fault|memory)\/|(?:Memory|Scripted|Fixed)\.ts$/u.test(name))
  .map(textOf)
  .join("\n")

/** Names that are written out, and those made by `creating(disk, "name", …)`. */
const spans = new Set([
  ...[...layers.matchAll(/(?:Effect\.fn\(|withSpan\((?:[^"()]|\([^()]*\))*)\s*"([^"]+)"/gu)].map(
    ([, name]) => name
  ),
  ...[...layers.matchAll(/creating\(disk, "(\w+)"/gu)].map(([, name]) => `Durable.${name}`)
])

/** Methods and members of the services that are effects, as `Service.member`. */
const calls = readdirSync(join(repository, "src/services")).flatMap((file) =>
  [
    ...textOf(`src/services/${file}`).matchAll(/Context\.Service<\s*(\w+),\s*\{([\s\S]*?)\n {2}\}\s*>\(\)/gu)
  ].flatMap(([, service = "", body = ""]) =>
    body
      .split(/^ {4}(?=readonly \w+:)/mu)
      .filter((member) => /^readonly \w+:/u.test(member) && member.includes("Effect.Effect<"))
      .map((member) => `${service}.${/^readonly (\w+):/u.exec(member)?.[1] ?? ""}`)
  )
)

/** Pure answers, or one expression over a call that has its span: no step of their own. */
const noSteps = new Set([
  "adopt/rest.ts takenAway",
  "loop/fragments.ts readFragment",
  "overlays/find.ts entryIn",
  "overlays/find.ts findEntry",
  "project/scope.ts scopeNamed",
  "query/texts.ts frontOf",
  "registry/leftWithout.ts leftWithout",
  "registry/members.ts storedBytes",
  "registry/members.ts storedManifest"
])

interface Step {
  readonly name: string
  readonly body: string
}

/** What pipelines export that runs something. */
const steps: ReadonlyArray<Step> = globSync("src/pipelines/**/*.ts", { cwd: repository })
  .filter((name) => !name.startsWith("src/pipelines/telemetry/"))
  .flatMap((file) =>
    textOf(file)
      .split(/^(?=export |const |interface |type |\/\*\*)/mu)
      .flatMap((body) => {
        const [, name] = /^export const (\w+)/u.exec(body) ?? []
        const isEffect = /\bEffect\.[a-z]\w*\(|function\*/u.test(body)
        return name === undefined || !isEffect
          ? []
          : [{ name: `${file.slice("src/pipelines/".length)} ${name}`, body }]
      })
  )

const hasSpan = ({ body }: Step): boolean => /Effect\.fn\(\s*"|withSpan\(\s*"/u.test(body)

describe("spans", () => {
  it("are on every call of every service", () => {
    assert.isAbove(calls.length, 140)
    assert.deepStrictEqual(
      calls.filter((call) => !spans.has(call)),
      []
    )
  })

  it("are on every step of every pipeline", () => {
    assert.isAbove(steps.length, 250)
    assert.deepStrictEqual(
      steps.filter((step) => !hasSpan(step) && !noSteps.has(step.name)).map(({ name }) => name),
      []
    )
  })

  it("are missing only where that is known", () => {
    const without = new Set(steps.filter((step) => !hasSpan(step)).map(({ name }) => name))
    assert.deepStrictEqual(
      [...noSteps].filter((name) => !without.has(name)),
      []
    )
  })

  it("of the same name stand for the same step", () => {
    const names = steps.flatMap(({ body }) => [
      ...body.matchAll(/^export const \w+ =\s*Effect\.fn\(\s*"([^"]+)"/gu)
    ])
    const all = names.map(([, name]) => name)
    assert.deepStrictEqual(
      all.filter((name, at) => all.indexOf(name) !== at),
      []
    )
  })
})
