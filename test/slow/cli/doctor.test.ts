import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { removeRooms } from "../../support/rooms.ts"
import { hasTerminals, onTerminal } from "../../cli/support/terminal.ts"
import { gsd, makeWorld, publish, tree, type World } from "../../cli/support/world.ts"

afterAll(removeRooms)

const doctor = (world: World, ...args: ReadonlyArray<string>) => gsd(world, ["doctor", ...args])

const original = `{ "theirs": "sk-4711" }\n`

/** A world with the example installed and wired. */
const prepared = () => {
  const world = makeWorld()
  const settings = join(world.home, "settings.json")
  writeFileSync(settings, original)
  const folder = publish(world, "v1")
  const { code } = gsd(world, ["capability", "install", folder, "--wire", settings, "--yes"])
  assert.strictEqual(code, 0)
  const at = (...parts: ReadonlyArray<string>) => join(world.home, ".gsd", ...parts)
  return { world, settings, folder, at, ledger: at("ledger.json") }
}

/** A run as the one JSON document it must be. */
const one = (world: World, ...args: ReadonlyArray<string>) => {
  const { code, stdout } = doctor(world, ...args, "--json")
  assert.match(stdout, /^[^\n]+\n$/)
  return { code, value: JSON.parse(stdout) }
}

const kindsOf = (value: { readonly findings: ReadonlyArray<{ readonly kind: string }> }) =>
  value.findings.map((finding) => finding.kind)

/** The tree without seals: one is written once its files are two seconds old, by whoever looks. */
const lasting = (world: World) => tree(world).filter((path) => !path.includes("/cache/seals/"))

describe("gsd doctor", () => {
  it("finds nothing in an empty home and in a healthy one, and writes nothing", () => {
    const empty = makeWorld()
    assert.deepStrictEqual(doctor(empty), { code: 0, stdout: "Everything is in order.\n", stderr: "" })
    assert.deepStrictEqual(tree(empty), [])
    const { world } = prepared()
    const before = lasting(world)
    assert.deepStrictEqual(doctor(world), { code: 0, stdout: "Everything is in order.\n", stderr: "" })
    assert.deepStrictEqual(one(world), { code: 0, value: { findings: [], healthy: true } })
    assert.deepStrictEqual(one(world, "--fix").value, { findings: [], healthy: true, warnings: [] })
    assert.deepStrictEqual(lasting(world), before)
  })

  it("names a stray folder where views are, escaped, with what to do (7)", () => {
    const { at, world } = prepared()
    mkdirSync(at("capabilities", "stray\u001b[31m"))
    const { code, stderr, stdout } = doctor(world)
    assert.deepStrictEqual({ code, stderr }, { code: 7, stderr: "" })
    assert.match(stdout, /^view-stray: [^\n]*capabilities\/stray\\u\{1b\}\[31m[^\n]*\n {2}hint: \S/)
    const json = one(world)
    assert.deepStrictEqual([json.code, kindsOf(json.value)], [7, ["view-stray"]])
    assert.strictEqual(doctor(world, "--fix", "--yes").code, 7)
  })

  it("puts back a hook that was deleted by hand, after a yes only", () => {
    const { settings, world } = prepared()
    const wired = readFileSync(settings, "utf8")
    writeFileSync(settings, original)
    const found = doctor(world)
    assert.strictEqual(found.code, 7)
    assert.match(found.stdout, /wiring-missing: [^\n]*settings\.json[^]*hint: [^\n]*--fix/)
    const declined = doctor(world, "--fix")
    assert.strictEqual(declined.code, 7)
    assert.match(declined.stdout, /^Declined, and as it was:\nwiring-missing: /)
    assert.match(declined.stderr, /Edits\n[^]*greet\.sh[^]*`--yes` says yes/)
    const silent = one(world, "--fix")
    assert.deepStrictEqual([silent.code, silent.value.findings[0].outcome], [7, "declined"])
    assert.strictEqual(readFileSync(settings, "utf8"), original)
    const fixed = doctor(world, "--fix", "--yes")
    assert.strictEqual(fixed.code, 0)
    assert.match(fixed.stdout, /^Fixed:\nwiring-missing: [^]*Everything is in order\.\n$/)
    assert.match(fixed.stderr, /Edits\n[^]*greet\.sh/)
    assert.notInclude(declined.stderr + fixed.stderr, "4711")
    assert.strictEqual(readFileSync(settings, "utf8"), wired)
    assert.strictEqual(doctor(world).code, 0)
  })
})

describe("a ledger that cannot be read (U12)", () => {
  it("is named with the way out, left by --fix, and rebuilt after a yes only", () => {
    const { at, ledger, settings, world } = prepared()
    const wired = readFileSync(settings, "utf8")
    writeFileSync(ledger, "{")
    const found = doctor(world)
    assert.strictEqual(found.code, 7)
    assert.match(found.stdout, /^ledger-unreadable: [^]*hint: [^\n]*`gsd doctor --rebuild`/)
    assert.strictEqual(doctor(world, "--fix", "--yes").code, 7)
    const unasked = doctor(world, "--rebuild")
    assert.deepStrictEqual({ code: unasked.code, stdout: unasked.stdout }, { code: 3, stdout: "" })
    assert.match(unasked.stderr, /^Would write anew: [^]*hello-hooks 1\.0\.0[^]*hint: [^\n]*--yes/)
    const { code, value } = one(world, "--rebuild")
    assert.deepStrictEqual([code, value.error._tag, value.error.exitCode], [3, "RebuildUnconfirmed", 3])
    assert.strictEqual(readFileSync(ledger, "utf8"), "{")
    assert.deepStrictEqual(readdirSync(at("attention")), [])
    const rebuilt = doctor(world, "--rebuild", "--yes")
    assert.strictEqual(rebuilt.code, 0)
    assert.match(
      rebuilt.stdout,
      /^Rebuilt [^]*kept, and may be deleted: [^]*hello-hooks 1\.0\.0 \(1 generation, consented\)/
    )
    const [row] = JSON.parse(gsd(world, ["capability", "list", "--json"]).stdout)
    assert.deepInclude(row, { id: "hello-hooks", version: "1.0.0", status: "active" })
    assert.strictEqual(readFileSync(settings, "utf8"), wired)
    assert.deepStrictEqual(one(world), { code: 0, value: { findings: [], healthy: true } })
    assert.strictEqual(gsd(world, ["capability", "remove", "hello-hooks"]).code, 0)
    assert.notInclude(readFileSync(settings, "utf8"), "greet.sh")
  })

  it("is one JSON document when it is rebuilt, and one that can be read is refused (4)", () => {
    const { ledger, world } = prepared()
    const readable = one(world, "--rebuild", "--yes")
    assert.deepStrictEqual([readable.code, readable.value.error._tag], [4, "LedgerNotBroken"])
    writeFileSync(ledger, "{")
    const { code, value } = one(world, "--rebuild", "--yes")
    assert.deepStrictEqual([code, value.status, value.entries[0].id], [0, "rebuilt", "hello-hooks"])
    assert.isTrue(existsSync(value.kept))
    assert.strictEqual(readFileSync(value.kept, "utf8"), "{")
  })
})

describe.skipIf(!hasTerminals)(
  "gsd doctor at a terminal (python3's pty; skipped where there is none)",
  () => {
    it("--fix shows the edits, asks once, and takes only y or yes as a yes", () => {
      const { settings, world } = prepared()
      const wired = readFileSync(settings, "utf8")
      writeFileSync(settings, original)
      for (const answer of ["\\n", "n\\n", "Yes please\\n", "\\x04"]) {
        const { code, seen } = onTerminal(world, ["doctor", "--fix"], answer)
        assert.strictEqual(code, 7, `${answer}: ${seen}`)
        assert.match(seen, /Edits[^]*greet\.sh[^]*\[y\/N\][^]*Declined, and as it was:/)
        assert.strictEqual(readFileSync(settings, "utf8"), original)
      }
      const { code, seen } = onTerminal(world, ["doctor", "--fix"], "y\\n")
      assert.strictEqual(code, 0, seen)
      assert.lengthOf(seen.match(/\[y\/N\]/g) ?? [], 1)
      assert.notInclude(seen, "4711")
      assert.strictEqual(readFileSync(settings, "utf8"), wired)
    })

    it("--fix ends with 130 on Ctrl-C, and --json asks nothing", () => {
      const { settings, world } = prepared()
      writeFileSync(settings, original)
      const stopped = onTerminal(world, ["doctor", "--fix"], "\\x03")
      assert.strictEqual(stopped.code, 130, stopped.seen)
      const json = onTerminal(world, ["doctor", "--fix", "--json"], "y\\n")
      assert.strictEqual(json.code, 7)
      assert.notInclude(json.seen, "[y/N]")
      assert.strictEqual(readFileSync(settings, "utf8"), original)
      assert.deepStrictEqual(
        tree(world).filter((path) => /^\.gsd\/(staging|tx)\/./.test(path)),
        []
      )
    })

    it("--fix asks nothing where only gsd's own state is to be mended", () => {
      const { at, world } = prepared()
      writeFileSync(at("staging", "0123456789abcdef.live"), "")
      mkdirSync(at("staging", "0123456789abcdef"))
      const { code, seen } = onTerminal(world, ["doctor", "--fix"], "")
      assert.strictEqual(code, 0, seen)
      assert.notInclude(seen, "[y/N]")
    })

    it("--rebuild shows the ledger and writes it after a yes only", () => {
      const { ledger, world } = prepared()
      writeFileSync(ledger, "{")
      for (const answer of ["\\n", "n\\n", "\\x04"]) {
        const { code, seen } = onTerminal(world, ["doctor", "--rebuild"], answer)
        assert.strictEqual(code, 3, `${answer}: ${seen}`)
        assert.match(seen, /Would write anew[^]*hello-hooks 1\.0\.0[^]*\[y\/N\]/)
      }
      assert.strictEqual(onTerminal(world, ["doctor", "--rebuild"], "\\x03").code, 130)
      assert.strictEqual(readFileSync(ledger, "utf8"), "{")
      const { code, seen } = onTerminal(world, ["doctor", "--rebuild"], "yes\\n")
      assert.strictEqual(code, 0, seen)
      assert.match(readFileSync(ledger, "utf8"), /hello-hooks/)
    })
  }
)

describe("a wrong command line of gsd doctor", () => {
  for (const args of [["--fix", "--rebuild"], ["--yes"], ["extra"]]) {
    it(`${args.join(" ")} ends with 2, and nothing is done`, () => {
      const world = makeWorld()
      const { code, stderr, stdout } = doctor(world, ...args)
      assert.deepStrictEqual({ code, stdout }, { code: 2, stdout: "" })
      assert.match(stderr, /\n\nhint: /)
      assert.strictEqual(one(world, ...args).value.error.exitCode, 2)
      assert.deepStrictEqual(tree(world), [])
    })
  }

  it("has help with examples that fits 80 columns", () => {
    const { code, stdout } = doctor(makeWorld(), "--help")
    assert.strictEqual(code, 0)
    assert.match(stdout, /Examples\n {2}gsd doctor\n/)
    assert.isTrue(stdout.split("\n").every((line) => line.length <= 80))
  })
})
