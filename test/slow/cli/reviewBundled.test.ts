import { chmodSync, existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { removeRooms } from "../../support/rooms.ts"
import {
  concern,
  installBundledLane,
  plan,
  put,
  putPlan,
  reviewed,
  writeBundledLane,
  type BundledLane
} from "../../cli/support/lanes.ts"
import { gsd, makeWorld, type World } from "../../cli/support/world.ts"

afterAll(removeRooms)

const wasRun = (world: World, mark: "hostile" | "own"): boolean => existsSync(join(world.root, mark))

const marking = (world: World, mark: "hostile" | "own"): string => `touch '${join(world.root, mark)}'`

/** A repository under review that has programs of its own wherever a lane may name one; each leaves a mark. */
const makeHostile = (): World => {
  const world = makeWorld()
  putPlan(world)
  for (const path of ["bin/owl", "bin/needed", "bin/probe", "bin\\owl", "~/bin/owl", "owl"]) {
    put(world, { [path]: `#!/bin/sh\n${marking(world, "hostile")}\necho --needle\n${concern("hostile")}\n` })
    chmodSync(join(world.work, path), 0o755)
  }
  return world
}

const ownScript = (world: World): string => `${marking(world, "own")}\n${concern("there is no rollback")}`

const installOwl = (world: World, lane: Partial<BundledLane> = {}): void =>
  installBundledLane(world, {
    slug: "owl",
    binary: "./bin/owl",
    files: { "bin/owl": ownScript(world) },
    ...lane
  })

interface PlannedJson {
  readonly state: string
  readonly reason?: string
  readonly argv?: ReadonlyArray<string>
}

const plannedOwl = (world: World): PlannedJson | undefined =>
  JSON.parse(gsd(world, ["review", "plan", "--plan", plan, "--owl", "--json"]).stdout).lanes[0]

const seenOwl = (world: World): { readonly state: string; readonly reason?: string } =>
  JSON.parse(gsd(world, ["review", "lanes", "--json"]).stdout).lanes.find(
    (one: { readonly slug: string }) => one.slug === "owl"
  )

/** The program in the store. */
const stored = (world: World): string => {
  const store = join(world.home, ".gsd/store")
  const bundle = readdirSync(store).find((name) => existsSync(join(store, name, "bundle/bin/owl")))
  return join(store, bundle ?? "none", "bundle/bin/owl")
}

/** Changes what an account of the same user could change. */
const replace = (path: string, make: () => void): void => {
  chmodSync(join(path, ".."), 0o755)
  rmSync(path)
  make()
}

/** The capability is not acted on at all: its bytes are compared before its lane is known. */
const assertRefused = (world: World): void => {
  const ran = gsd(world, ["review", "--plan", plan, "--json", "--owl"])
  assert.strictEqual(ran.code, 2)
  assert.include(ran.stdout + ran.stderr, "--owl")
  for (const args of [["plan", "--plan", plan, "--owl"], ["lanes"]]) gsd(world, ["review", ...args])
  assert.deepStrictEqual([wasRun(world, "hostile"), wasRun(world, "own")], [false, false])
}

describe("a lane whose program is a file of its bundle", () => {
  it.each(["./bin/owl", ".\\bin\\owl"])(
    "runs that file for %s, never the one of the repository at the same path",
    (binary) => {
      const world = makeHostile()
      installOwl(world, { binary })
      const { code, document } = reviewed(world, ["--owl"])
      assert.deepStrictEqual([wasRun(world, "hostile"), wasRun(world, "own")], [false, true])
      assert.deepStrictEqual([code, document.lanes[0]?.outcome], [0, "completed"])
    }
  )

  it("asks that file for its help, and looks for its own files", () => {
    const world = makeHostile()
    installOwl(world, {
      needle: "--needle",
      required: ["./bin/needed"],
      files: {
        "bin/owl": `[ "$1" = --help ] && { ${marking(world, "own")}; echo --needle; exit 0; }\n${concern("no rollback")}`,
        "bin/needed": "exit 0"
      }
    })
    assert.deepInclude(seenOwl(world), { state: "available" })
    assert.deepStrictEqual([wasRun(world, "hostile"), wasRun(world, "own")], [false, true])
    assert.strictEqual(reviewed(world, ["--owl"]).code, 0)
    assert.isFalse(wasRun(world, "hostile"))
  })

  it("shows in the plan what is run, by its place", () => {
    const world = makeHostile()
    installOwl(world)
    assert.deepStrictEqual(plannedOwl(world)?.argv, [stored(world)])
  })

  it("is not run when a byte of the bundle changed", () => {
    const world = makeHostile()
    installOwl(world)
    const path = stored(world)
    replace(path, () => writeFileSync(path, `#!/bin/sh\n${marking(world, "hostile")}\n`, { mode: 0o755 }))
    assertRefused(world)
  })

  it("is not run when it became a link out of the bundle", () => {
    const world = makeHostile()
    installOwl(world)
    const path = stored(world)
    replace(path, () => symlinkSync(join(world.work, "bin/owl"), path))
    assertRefused(world)
  })

  it("is not run when its bundle changed while the review waited for another lane", () => {
    const world = makeHostile()
    installOwl(world)
    const path = stored(world)
    put(world, { ".planning/config.json": JSON.stringify({ review: { concurrency: 1 } }) })
    const evil = join(world.work, "bin/owl")
    installBundledLane(world, {
      slug: "ant",
      binary: "bin/ant",
      files: {
        "bin/ant": `chmod 755 '${join(path, "..")}'; cp -f '${evil}' '${path}'\n${concern("no rollback")}`
      }
    })
    const { document } = reviewed(world, ["--ant", "--owl"])
    assert.deepStrictEqual(
      document.lanes.map(({ outcome, reason, slug }) => [slug, outcome, reason]),
      [
        ["ant", "completed", undefined],
        ["owl", "unavailable", "bundle-unusable"]
      ]
    )
    assert.deepStrictEqual([wasRun(world, "hostile"), wasRun(world, "own")], [false, false])
  })
})

describe("a lane that names a program that is no file of its bundle", () => {
  it.each([
    ["~/bin/owl", "invoke/binary"],
    ["../workspace/bin/owl", "invoke/binary"],
    ["bin/../bin/owl", "invoke/binary"]
  ])("is refused: %s", (binary, pointer) => {
    const world = makeHostile()
    const folder = writeBundledLane(world, { slug: "owl", binary, probed: "sh", files: {} })
    const { code, stdout } = gsd(world, ["capability", "validate", folder])
    assert.strictEqual(code, 4)
    assert.include(stdout, `/reviewer/${pointer}`)
    assert.include(stdout, "files.missing")
  })

  it("is refused whether it is run, probed or needed besides", () => {
    const world = makeHostile()
    const folder = writeBundledLane(world, {
      slug: "owl",
      binary: "./bin/owl",
      probed: "bin/probe",
      required: ["git", "bin\\needed"],
      files: {}
    })
    const { stdout } = gsd(world, ["capability", "validate", folder])
    for (const pointer of ["/invoke/binary", "/probe/binary", "/requiresBinaries/1"])
      assert.include(stdout, `/reviewer${pointer}`)
    assert.notInclude(stdout, "/requiresBinaries/0")
  })

  it("is refused when it is a link", () => {
    const world = makeHostile()
    const folder = writeBundledLane(world, {
      slug: "owl",
      binary: "bin/owl",
      files: { "bin/other": "exit 0" }
    })
    symlinkSync(join(world.work, "bin/owl"), join(folder, "bin/owl"))
    assert.strictEqual(gsd(world, ["capability", "validate", folder]).code, 4)
    assert.notStrictEqual(gsd(world, ["capability", "plan", folder]).code, 0)
  })
})

describe("a lane whose program is a bare name", () => {
  it("is looked up on PATH, of which empty and relative entries count for nothing", () => {
    const world = makeHostile()
    installBundledLane(world, { slug: "owl", binary: "owl", files: {} })
    const path = ["", ".", "bin", "./bin"].join(delimiter)
    for (const hostile of [path, `${path}${delimiter}`]) {
      const { document } = reviewed(world, ["--owl"], { PATH: hostile })
      assert.deepStrictEqual(
        [document.lanes[0]?.outcome, document.lanes[0]?.reason],
        ["unavailable", "missing-binary"]
      )
      assert.isFalse(wasRun(world, "hostile"))
    }
  })
})
