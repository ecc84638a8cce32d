import * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import { declaredFiles } from "../../src/domain/capability/declaredFiles.ts"
import { frontmatterOf } from "../../src/domain/planning/frontmatter.ts"
import { isQueryName } from "../../src/domain/query/queries.ts"
import { builtInCommands } from "../../src/domain/registry/builtInNames.ts"
import { isCentralKey } from "../../src/domain/registry/centralKeys.ts"
import { hidesSomething } from "../../src/domain/text/escape.ts"
import { expectedOf, features, templatesIn, textOf } from "./shipped.ts"

const written = [
  "assumption-delta",
  "broken-windows",
  "code-review",
  "drift",
  "gap-analysis",
  "nyquist",
  "pattern-mapper",
  "research",
  "schema-gate",
  "security",
  "tdd",
  "ui"
]

/** A manifest without what each product says in words of its own. */
const withoutWords = (raw: unknown): unknown =>
  JSON.parse(JSON.stringify(raw), (key, value: unknown) =>
    ["version", "title", "description", "inline"].includes(key) ? "…" : value
  )

const knownTools = ["Bash", "Edit", "Glob", "Grep", "Read", "WebFetch", "WebSearch", "Write"]

const isSkill = (path: string) => path.startsWith("skills/")
const isAgent = (path: string) => path.startsWith("agents/")
const stemOf = (path: string) => /^(?:skills\/(.+)\/SKILL|agents\/(.+))\.md$/u.exec(path)?.slice(1).join("")

const texts = features.flatMap(({ id, manifest, files }) =>
  [...files].filter(([path]) => path.endsWith(".md")).map(([path, text]) => ({ id, manifest, path, text }))
)
const inlines = features.flatMap(({ id, manifest }) =>
  [...manifest.steps, ...manifest.contributions].flatMap(({ fragment }) =>
    fragment !== undefined && "inline" in fragment
      ? [{ id, manifest, path: "inline", text: fragment.inline }]
      : []
  )
)
const guide = textOf("docs/how-to/first-party-features.md")
const sectionOf = (id: string) => guide.split(/^## /mu).find((section) => section.startsWith(`${id}\n`)) ?? ""

const frontOf = (text: string) => Result.getOrThrow(frontmatterOf(text))

describe("first-party features", () => {
  it("are those that this product writes", () => {
    const ids = features.map(({ id }) => id)
    assert.deepStrictEqual(
      written.filter((id) => !ids.includes(id)),
      []
    )
  })

  it.each(features)("$id says what the published one says, in its own words", ({ id, raw }) => {
    assert.deepStrictEqual(withoutWords(raw), withoutWords(expectedOf(id)))
    assert.notInclude(JSON.stringify(raw), "(own words)")
  })

  it.each(features)("$id describes each of its keys", ({ id, manifest }) => {
    for (const [key, entry] of Object.entries(manifest.config ?? {}))
      assert.match(entry.description ?? "", /^[A-Z][^\n]{20,220}\.$/u, `${id} ${key}`)
  })

  it.each(features)("$id has each file that it names, and no other", ({ manifest, files }) => {
    const named = new Set(declaredFiles(manifest).map(({ path }) => path))
    const present = [...files.keys()].filter((path) => path !== "capability.json")
    const isModule = (path: string) => path.endsWith(".cjs") && (manifest.commands ?? []).length > 0
    assert.deepStrictEqual(
      [...named].filter((path) => !files.has(path)),
      []
    )
    assert.deepStrictEqual(
      present.filter((path) => !named.has(path) && !isModule(path)),
      []
    )
  })

  it("ask queries that there are", () => {
    const asked = features.flatMap(({ manifest }) =>
      manifest.gates.flatMap(({ check }) => ("query" in check ? [check.query] : []))
    )
    const quoted = [...texts.map(({ text }) => text), guide].flatMap((text) =>
      Array.from(text.matchAll(/`?gsd query ([a-z.-]+)/gu), ([, name = ""]) => name)
    )
    assert.isNotEmpty(asked)
    assert.deepStrictEqual(
      [...asked, ...quoted].filter((name) => !isQueryName(name)),
      []
    )
  })

  it("need one sentence each in a list", () => {
    for (const { id, manifest } of features)
      assert.match(manifest.description, /^[A-Z][^\n]{30,190}\.$/u, id)
  })
})

describe("texts of first-party features", () => {
  it.each(texts.filter(({ path }) => isSkill(path) || isAgent(path)))(
    "$id/$path begins with its name and what it is for",
    ({ path, text }) => {
      const front = frontOf(text)
      assert.deepStrictEqual(
        Object.keys(front),
        isAgent(path) ? ["name", "description", "tools"] : ["name", "description"]
      )
      assert.strictEqual(front["name"], stemOf(path))
      assert.match(String(front["description"]), /^[A-Z][^\n]{40,140}$/u)
      const tools = isAgent(path) ? String(front["tools"]).split(", ") : []
      assert.deepStrictEqual(
        tools.filter((tool) => !knownTools.includes(tool)),
        []
      )
    }
  )

  it.each(texts)("$id/$path is as long as an agent can keep in mind", ({ path, text }) => {
    const lines = text.split("\n").length - 1
    const [least, most] = path.startsWith("fragments/") ? [15, 60] : [50, 150]
    assert.isAtLeast(lines, least)
    assert.isAtMost(lines, most)
    assert.isBelow(text.length, 12_000)
    assert.isTrue(text.endsWith("\n"))
  })

  it.each([...texts, ...inlines])("$id/$path holds plain text alone", ({ text }) => {
    for (const line of text.split("\n")) {
      assert.isFalse(hidesSomething(line), line)
      assert.notMatch(line, /\s$|\t|TODO|<\/?contribution/u) // The word shows what its author left undone.
    }
  })

  it.each([...texts, ...inlines])("$id/$path names only agents, keys and commands that there are", (one) => {
    const agents = Array.from(one.text.matchAll(/`(gsd-[a-z-]+)`/gu), ([, name = ""]) => name)
    assert.deepStrictEqual(
      agents.filter((name) => !one.manifest.agents.includes(name)),
      []
    )
    const owned = new Set(features.flatMap(({ manifest }) => Object.keys(manifest.config ?? {})))
    const keys = Array.from(one.text.matchAll(/\b(?:workflow|review)\.[a-z_]+\b(?!\()/gu), ([key]) => key)
    assert.deepStrictEqual(
      keys.filter((key) => !owned.has(key) && !isCentralKey(key)),
      []
    )
    const verbs = Array.from(one.text.matchAll(/`gsd ([a-z-]+)/gu), ([, verb = ""]) => verb)
    assert.deepStrictEqual(
      verbs.filter((verb) => verb !== "x" && !builtInCommands.has(verb)),
      []
    )
    const families = features.flatMap(({ manifest }) => (manifest.commands ?? []).map(({ family }) => family))
    const called = Array.from(one.text.matchAll(/`gsd x (?:--json )?([a-z-]+)/gu), ([, family = ""]) => family)
    assert.deepStrictEqual(
      called.filter((family) => !families.includes(family)),
      []
    )
  })
})

describe("artefacts of first-party features", () => {
  const produced = features.flatMap(({ id, manifest, files }) =>
    manifest.steps.flatMap((step) => step.produces.map((artefact) => ({ id, manifest, files, step, artefact })))
  )

  const templateOf = ({ files, step }: (typeof produced)[number]) => {
    const path =
      "skill" in step.ref
        ? `skills/${step.ref.skill}/SKILL.md`
        : "agent" in step.ref
          ? `agents/${step.ref.agent}.md`
          : ""
    return templatesIn(files.get(path) ?? "")
  }

  it.each(produced.filter(({ step }) => !("command" in step.ref)))(
    "$artefact of $id has a form whose front matter can be read",
    (one) => {
      const [template = ""] = templateOf(one)
      const fields = Object.keys(frontOf(template))
      assert.include(fields, "phase")
      assert.isAtLeast(fields.length, 4)
    }
  )

  it("have the field that a gate asks for, and the guide says which value lets pass", () => {
    const asked = features.flatMap(({ id, manifest }) =>
      manifest.gates.flatMap(({ check }) =>
        "predicate" in check && check.predicate.kind === "artifact-frontmatter-equals"
          ? [{ id, ...check.predicate }]
          : []
      )
    )
    assert.isNotEmpty(asked)
    for (const { id, artifact, field, equals } of asked) {
      const maker = produced.find(({ artefact }) => artefact === artifact)
      const forms = maker === undefined ? templatesIn(sectionOf(id)) : templateOf(maker)
      assert.include(
        forms.flatMap((form) => Object.keys(frontOf(form))),
        field,
        id
      )
      assert.include(sectionOf(id), `\`${field}: ${String(equals)}\``)
    }
  })
})

describe("docs/how-to/first-party-features.md", () => {
  it.each(features.filter(({ id }) => written.includes(id)))("tells of $id all there is", ({ id, manifest }) => {
    const section = sectionOf(id)
    const named = [
      ...Object.keys(manifest.config ?? {}),
      ...manifest.skills,
      ...manifest.agents,
      ...manifest.steps.flatMap(({ produces }) => produces),
      ...[...manifest.steps, ...manifest.contributions, ...manifest.gates].map(({ point }) => point),
      ...manifest.gates.flatMap(({ check }) => ("query" in check ? [check.query] : []))
    ]
    assert.deepStrictEqual(
      named.filter((name) => !section.includes(`\`${name}\``)),
      []
    )
  })
})
