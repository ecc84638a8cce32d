import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const repository = join(import.meta.dirname, "../..")

const read = (path: string): string => readFileSync(join(repository, path), "utf8")

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

const manifest: Manifest = JSON.parse(read("package.json"))

/** Rows of the page's tables: the cells of each. */
const rows = Array.from(read("docs/reference/dependencies.md").matchAll(/^\| `[^\n]*\|$/gmu), ([line]) =>
  line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim())
)

const named = (cell = ""): ReadonlyArray<string> =>
  Array.from(cell.matchAll(/`([^`]+)`/gu), ([, name = ""]) => name)

const page = rows.map((cells) => {
  const [name = ""] = named(cells[0])
  const isPeer = cells.length === 3
  return { name, licence: cells[1], places: isPeer ? [] : named(cells[2]), why: cells.at(-1) ?? "", isPeer }
})

interface Installed {
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const installedManifest = (name: string): Installed => JSON.parse(read(`node_modules/${name}/package.json`))

/** What is installed with some packages, themselves included; npm puts what they need beside them. */
const closureOf = (names: ReadonlyArray<string>): ReadonlySet<string> => {
  const seen = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    waiting.push(...Object.keys(installedManifest(name).dependencies ?? {}))
  }
  return seen
}

const sources = globSync("src/**/*.ts", { cwd: repository })

/** Files of `src` that import a package, or a file of it. */
const importersOf = (name: string): ReadonlyArray<string> =>
  sources.filter((file) => {
    const text = read(file)
    return ["from ", "import("].some(
      (by) => text.includes(`${by}"${name}"`) || text.includes(`${by}"${name}/`)
    )
  })

interface Locked {
  readonly integrity?: string
  readonly resolved?: string
  readonly optional?: boolean
}

const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(read("package-lock.json"))

const lockedPackages = Object.entries(lock.packages).filter(([path]) => path !== "")

const allowed = ["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "0BSD", "BlueOak-1.0.0"]

describe("docs/reference/dependencies.md", () => {
  it("names each run-time dependency and each peer, and nothing else", () => {
    const names = (isPeer: boolean) => page.filter((row) => row.isPeer === isPeer).map((row) => row.name)
    assert.deepStrictEqual(names(false), Object.keys(manifest.dependencies).toSorted())
    assert.sameMembers(names(true), Object.keys(manifest.peerDependencies))
  })

  it("says the licence of each, and why it is there", () => {
    for (const { licence, name, why } of page) {
      assert.strictEqual(licence, installedManifest(name).license, name)
      assert.isAbove(why.length, 40, name)
    }
  })

  it("says where each is imported, and it is imported nowhere else", () => {
    for (const { name, places } of page.filter(({ isPeer }) => !isPeer)) {
      const importers = importersOf(name)
      assert.isNotEmpty(importers, `${name} is not used`)
      const isIn = (place: string, file: string) => file === place || file.startsWith(`${place}/`)
      for (const place of places) {
        assert.isTrue(existsSync(join(repository, place)), place)
        assert.isTrue(
          importers.some((file) => isIn(place, file)),
          `${name} in ${place}`
        )
      }
      const elsewhere = importers.filter((file) => !places.some((place) => isIn(place, file)))
      assert.deepStrictEqual(elsewhere, [], name)
    }
  })
})

describe("what is installed with the package", () => {
  it("has a licence that lets it be passed on, however deep it is", () => {
    const all = [
      ...closureOf([...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)])
    ]
    assert.include(all, "@effect/platform-node-shared")
    const strange = all.filter((name) => !allowed.includes(installedManifest(name).license ?? ""))
    assert.deepStrictEqual(
      strange.map((name) => `${name}: ${installedManifest(name).license}`),
      []
    )
    assert.deepStrictEqual(
      allowed.filter((one) => !read("docs/reference/dependencies.md").includes(one)),
      []
    )
  })

  it("is locked by digest, and to no address", () => {
    // Packages of other platforms that could not be resolved here are named without a digest: CONTRIBUTING.md.
    const loose = lockedPackages.filter(
      ([, { integrity, optional, resolved }]) =>
        resolved !== undefined || (integrity === undefined && optional !== true)
    )
    assert.deepStrictEqual(
      loose.map(([path]) => path),
      []
    )
  })

  it("brings nothing of its own along, but for the peers", () => {
    const own = Object.keys(manifest.dependencies).filter((name) => closureOf([name]).size > 1)
    assert.deepStrictEqual(own, [])
  })
})

describe("the licences in the bundle", () => {
  it("are there for every package in it, with their text", () => {
    const file = "dist/THIRD-PARTY-LICENCES.txt"
    const parts = read(file).split(`\n${"-".repeat(72)}\n\n`)
    const bundled = parts.map((part) => part.split("\n")[0] ?? "")
    for (const name of [...Object.keys(manifest.dependencies), "effect"]) assert.include(bundled, name)
    for (const part of parts) {
      const [name = "", , ...text] = part.split("\n")
      assert.isAbove(text.join("\n").trim().length, 100, name)
      assert.include(allowed, installedManifest(name).license, name)
    }
  })
})
