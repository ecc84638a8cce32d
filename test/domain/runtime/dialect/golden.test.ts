import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, expect, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { converters as names } from "../../../../src/domain/capability/runtimeVocabulary.ts"
import { chooseConverter, converters } from "../../../../src/domain/runtime/dialect/converters.ts"
import type { Converter } from "../../../../src/domain/runtime/dialect/convert.ts"
import type {
  DialectContext,
  DialectFile,
  Source,
  SourceKind
} from "../../../../src/domain/runtime/dialect/source.ts"
import { kimiAgents } from "../../../../src/domain/runtime/dialect/kimiAgents.ts"
import { choiceFor, entries, placeOf, runtimeNamed, shipped } from "./place.ts"

const data = join(import.meta.dirname, "../../../data/runtime/dialect")

const stems: Readonly<Record<SourceKind, string>> = {
  skill: "map-code",
  command: "ship",
  agent: "gsd-map-reader"
}

const inputFor = (folder: string, kind: SourceKind): Source => ({
  stem: stems[kind],
  kind,
  capability: "code-map",
  text: readFileSync(join(data, folder, `input.${kind}.md`), "utf8")
})

/** Runtimes whose manifests name a converter; the one that no layout names is Windsurf's. */
const runtimesWith = (name: string): ReadonlyArray<string> => {
  const ids = entries.filter(({ entry }) => entry.converter === name).map(({ runtime }) => runtime.id)
  return ids.length === 0 ? ["windsurf"] : [...new Set(ids)]
}

const kindsOf = (name: string): ReadonlyArray<SourceKind> => {
  if (name.startsWith("convertClaudeAgent")) return ["agent"]
  if (name.startsWith("convertClaudeTo")) return ["command", "agent"]
  return name.endsWith("Command") || name.endsWith("Workflow") ? ["command"] : ["skill"]
}

const endingOf = ({ below, path }: DialectFile): string => {
  if (below === "config") return ".config.md"
  return /(?:\.agent)?\.\w+$/u.exec(path)?.[0] ?? ""
}

const matchFiles = async (folder: string, label: string, files: ReadonlyArray<DialectFile>) => {
  for (const file of files)
    await expect(file.text).toMatchFileSnapshot(join(data, folder, `output.${label}${endingOf(file)}`))
}

const placed = (id: string, kind: SourceKind): DialectContext =>
  placeOf(runtimeNamed(id), { destSubpath: `${kind}s` })

interface Golden {
  readonly converter: Converter
  readonly folder: string
  readonly runtimes: ReadonlyArray<string>
  readonly kinds: ReadonlyArray<SourceKind>
}

const goldens: ReadonlyArray<Golden> = [
  ...names.map((name) => ({
    converter: converters[name],
    folder: name,
    runtimes: runtimesWith(name),
    kinds: kindsOf(name)
  })),
  {
    converter: chooseConverter({ converter: null, kind: "command" }),
    folder: "claudeCommand",
    runtimes: ["claude", "zcode"],
    kinds: ["command"]
  },
  {
    converter: chooseConverter({ converter: null, kind: "agent" }),
    folder: "claudeAgent",
    runtimes: ["claude", "kimi-code"],
    kinds: ["agent"]
  },
  {
    converter: chooseConverter({
      converter: null,
      kind: "command",
      commandBodyConverter: "convertClaudeToAugmentMarkdown"
    }),
    folder: "augmentCommand",
    runtimes: ["augment"],
    kinds: ["command"]
  }
]

const cases = goldens.flatMap(({ converter, folder, kinds, runtimes }) =>
  kinds.flatMap((kind) =>
    runtimes.map((id, at) => ({
      converter,
      folder,
      kind,
      id,
      label: at === 0 ? kind : `${kind}.${id}`
    }))
  )
)

describe("golden texts", () => {
  it.each(cases)("$folder writes a $kind for $id", async ({ converter, folder, id, kind, label }) => {
    const converted = Result.getOrThrow(converter(inputFor(folder, kind), placed(id, kind)))
    await matchFiles(folder, label, converted.files)
    await expect([...converted.notes, ""].join("\n")).toMatchFileSnapshot(
      join(data, folder, `output.${label}.notes.txt`)
    )
  })

  it("kimiAgents writes a root agent and one of each source", async () => {
    const place = placeOf(runtimeNamed("kimi"), { prefix: "gsd", destSubpath: "agents" })
    const { files, refused } = kimiAgents([inputFor("kimiAgents", "agent")], place)
    assert.deepStrictEqual(refused, [])
    assert.deepStrictEqual(
      files.map(({ path }) => path),
      ["gsd.yaml", "gsd.md", "subagents/gsd-map-reader.yaml", "subagents/gsd-map-reader.md"]
    )
    for (const file of files)
      await expect(file.text).toMatchFileSnapshot(
        join(data, "kimiAgents", `output.${file.path.replaceAll("/", ".")}`)
      )
  })
})

describe("converters", () => {
  it("has one entry for each name of the closed list, and no other", () => {
    assert.deepStrictEqual(Object.keys(converters).toSorted(), [...names].toSorted())
  })

  it("has every converter that a shipped runtime names, and takes what its layout hands it", () => {
    const refused = entries.flatMap(({ entry, runtime, scope }) => {
      if (entry.kind === "kimi-agents") return []
      const kind = entry.kind.replace(/s$/u, "") as SourceKind
      const source: Source = { stem: "one", kind, capability: "demo", text: "---\ndescription: One\n---\n" }
      const place = placeOf(runtime, { scope, prefix: entry.prefix, destSubpath: entry.destSubpath })
      const converted = chooseConverter(choiceFor(runtime, entry, kind))(source, place)
      return Result.isFailure(converted) ? [[runtime.id, entry.kind, converted.failure]] : []
    })
    assert.deepStrictEqual(refused, [])
    assert.isAbove(entries.length, 50)
  })

  it("ends the file of an agent as the runtime's manifest says", () => {
    for (const runtime of shipped) {
      const entry = runtime.runtime.artifactLayout.global.find(({ kind }) => kind === "agents")
      if (entry === undefined || runtime.id === "codex") continue
      const source: Source = { stem: "one", kind: "agent", capability: "demo", text: "One\n" }
      const place = placeOf(runtime)
      const { files } = Result.getOrThrow(chooseConverter(choiceFor(runtime, entry, "agent"))(source, place))
      const ending = runtime.runtime.hostBehaviors?.["agentFileExtension"] ?? ".md"
      assert.deepStrictEqual(
        files.map(({ path }) => path),
        [`one${String(ending)}`],
        runtime.id
      )
    }
  })

  it("spells commands as the runtime's manifest says, but for Kimi, which calls skills by `/skill:`", () => {
    for (const { entry, runtime, scope } of entries) {
      if (entry.kind === "kimi-agents") continue
      const kind = entry.kind.replace(/s$/u, "") as SourceKind
      const source: Source = { stem: "one", kind, capability: "demo", text: "Run /gsd:plan-phase 3.\n" }
      const place = placeOf(runtime, { scope })
      const { files } = Result.getOrThrow(chooseConverter(choiceFor(runtime, entry, kind))(source, place))
      const sign = runtime.runtime.commandStyle === "shell-var" ? "$" : "/"
      const wanted = runtime.id.startsWith("kimi") && kind === "skill" ? "/skill:" : sign
      const text = files.map((file) => file.text).join("")
      assert.include(text, `Run ${wanted}gsd-plan-phase 3.`, `${runtime.id} ${entry.kind}`)
      assert.notInclude(text, "gsd:plan-phase", runtime.id)
    }
  })
})
