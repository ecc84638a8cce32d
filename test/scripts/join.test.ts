import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { afterAll, assert, describe, it } from "vitest"
import { joinChunks, type Joining } from "../../scripts/build/join.ts"
import { makeRoom, removeRooms } from "../support/rooms.ts"

afterAll(removeRooms)

/** A part with a state, which would differ if it were there twice; its text counts who has it. */
const part = (name: string): string => `export const ${name} = { name: "part ${name}", seen: [] }`

/** Two starts that share; a later part that takes from one of them, and one with what nobody else has. */
const sources = {
  "main.js": `import { all } from "./all.js"
    export const run = async (which) => {
      all.seen.push(which)
      if (which === "quick") return (await import("./quick.js")).answer()
      if (which === "late") return (await import("./late.js")).default(which)
      return (await import("./whole.js")).answer()
    }`,
  "quick.js": `import { all } from "./all.js"
    import { both } from "./both.js"
    import { few } from "./few.js"
    export const answer = () => [all.name, ...all.seen, both.name, few.name].join(", ")`,
  "whole.js": `import { both } from "./both.js"
    import { few as other } from "./other.js"
    import { only } from "./only.js"
    import { join } from "./common.cjs"
    export const answer = async () => {
      const { default: late } = await import("./late.js")
      return [both.name, other.name, only.name, join("a", "b"), late("whole")].join(", ")
    }`,
  "late.js": `import { only } from "./only.js"
    import { lone } from "./lone.js"
    export default (by) => [only.name, lone.name, by].join(" + ")`,
  "all.js": part("all"),
  "both.js": `import { all } from "./all.js"\n${part("both")}\nboth.seen.push(all)`,
  "few.js": part("few"),
  "other.js": `${part("few")}\nexport const text = \`\nimport { few } from "./main.js";\n\``,
  "only.js": `export { text } from "./other.js"\n${part("only")}`,
  "lone.js": part("lone"),
  "common.cjs": `const { join } = require("node:path")\nexports.join = join`
}

const requireBanner = `import{createRequire as made}from"node:module";const require=made(import.meta.url);`

const joined = async (
  tiers: Joining["tiers"],
  more: Readonly<Record<string, string>> = {}
): Promise<string> => {
  const root = makeRoom("gsd-join-")
  for (const [name, text] of Object.entries({ ...sources, ...more })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const options = {
    absWorkingDir: root,
    outdir: join(root, "out"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node"
  } as const
  const split = await build({
    ...options,
    entryPoints: ["main.js"],
    chunkNames: "[name]-[hash]",
    splitting: true,
    write: false,
    metafile: true
  })
  await joinChunks(split, { tiers, options: { ...options, minify: true }, requireBanner })
  return join(root, "out")
}

const texts = (folder: string): ReadonlyMap<string, string> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]))

/** The files that one loads at once, itself included. */
const loads = (files: ReadonlyMap<string, string>, start: string): ReadonlyArray<string> => {
  const [name = ""] = [...files.keys()].filter((file) => file.startsWith(start))
  const more = Array.from((files.get(name) ?? "").matchAll(/(?:from|import)"\.\/([^"]+)"/gu))
  return [...new Set([name, ...more.flatMap(([, path = ""]) => loads(files, path))])]
}

const tiers = [[["main.js"]], [["quick.js"], ["whole.js"]]]

describe("a program in joined chunks", () => {
  it("answers as its sources do, each part once", async () => {
    const folder = await joined(tiers)
    const { run } = await import(pathToFileURL(join(folder, "main.mjs")).href)
    const whole = "part both, part few, part only, a/b, part only + part lone + whole"
    assert.deepStrictEqual(
      [await run("late"), await run("whole"), await run("quick")],
      ["part only + part lone + late", whole, "part all, late, whole, quick, part both, part few"]
    )
    const everything = [...texts(folder).values()].join("\n")
    for (const name of ["all", "both", "only", "lone"])
      assert.lengthOf(everything.split(`"part ${name}"`), 2, name)
  })

  it("loads with each start what it needs in few files, and nothing that it does not", async () => {
    const files = texts(await joined(tiers))
    const has = (start: string) => {
      const text = loads(files, start)
        .map((name) => files.get(name))
        .join("\n")
      return ["all", "both", "few", "only", "lone"].filter((name) => text.includes(`"part ${name}"`))
    }
    assert.deepStrictEqual(has("main"), ["all"])
    assert.deepStrictEqual(has("quick"), ["all", "both", "few"])
    assert.deepStrictEqual(has("whole"), ["all", "both", "few", "only"])
    assert.lengthOf(loads(files, "main"), 1)
    assert.lengthOf(loads(files, "quick"), 3)
  })

  it("makes `require` where it is called, and only there", async () => {
    const files = texts(await joined(tiers))
    for (const [name, text] of files)
      assert.strictEqual(text.startsWith(requireBanner), /typeof require/u.test(text), name)
    assert.isTrue([...files.values()].some((text) => text.startsWith(requireBanner)))
  })

  it("is refused when a module that several starts share acts when it is imported, since it might not be", async () => {
    const acting = {
      "quick.js": `import "./acts.js"\n${sources["quick.js"]}`,
      "late.js": `import "./acts.js"\n${sources["late.js"]}`,
      "acts.js": "globalThis.acted = true"
    }
    const failure = await joined(tiers, acting).catch((error: unknown) => error)
    assert.match(String(failure), /globalThis\.acted/u)
  })

  it("is refused when a start is none of the program's", async () => {
    const failure = await joined([[["main.js"]], [["gone.js"]]]).catch((error: unknown) => error)
    assert.match(String(failure), /gone\.js/u)
  })
})
