import { spawnSync } from "node:child_process"
import { cpSync, existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { repository } from "../../cli/support/world.ts"
import { blocksOf, deedsOf, isShown } from "../../docs/support/blocks.ts"
import { putPrograms } from "../../docs/support/programs.ts"
import { readerIn, type Reader } from "../../docs/support/reader.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const plan = (reader: Reader): void =>
  cpSync(join(repository, "examples/plans/01-PLAN.md"), join(reader.folder, "01-PLAN.md"))

const ready = (reader: Reader, text: string): void => {
  const { code, output } = reader.run(text)
  assert.strictEqual(code, 0, output)
}

const installed = (reader: Reader): void => ready(reader, "gsd capability install ./my-notes --yes")

/** What each page takes for granted, besides the folder `my-notes`. */
const pages: Readonly<Record<string, (reader: Reader) => void>> = {
  install: () => undefined,
  upgrade: (reader) => {
    installed(reader)
    ready(
      reader,
      "mkdir elsewhere; cp -R my-notes elsewhere; sed -i.old s/0.1.0/0.2.0/ elsewhere/my-notes/capability.json; rm elsewhere/my-notes/*.old"
    )
  },
  remove: installed,
  "write-a-capability": () => undefined,
  "write-a-lane": plan,
  "host-a-registry": () => undefined,
  ci: (reader) => {
    plan(reader)
    ready(reader, "git init --quiet shop")
    ready(reader, "gsd capability install ./my-notes --scope project --project shop --yes")
  },
  "air-gap": () => undefined,
  observe: () => undefined,
  "bring-to-agents": (reader) => ready(reader, "git init --quiet ."),
  "task-content-resolver": (reader) => {
    const example = join(repository, "examples/capabilities/file-tracker")
    cpSync(example, join(reader.folder, "file-tracker"), { recursive: true })
    ready(reader, "git init --quiet .")
  },
  "first-party-features": (reader) => ready(reader, "mkdir -p .planning/phases/03-payments")
}

/** What holds when a page has been done. */
const afterwards: Readonly<Record<string, (reader: Reader) => void>> = {
  "write-a-lane": (reader) => {
    reader.save("02-PLAN.md", "# Greet\n\nWrite the greeting.\n")
    const { code, output } = reader.run("gsd review --plan 02-PLAN.md --lanes my-lane --quorum 1")
    assert.strictEqual(code, 0, output)
    assert.match(output, /^F1 HIGH .*\n +`02-PLAN\.md:1`: nothing says how it is tested/mu)
  }
}

/** Pages whose programs are run, against the sources in place of the package. */
const programs = ["embed-the-engine", "test-with-faults"]

/** Pages whose commands need more than a shell, with the tests that do the same. */
const elsewhere = { "review-on-many-machines": "test/slow/cluster/postgres.test.ts" }

const textOf = (page: string): string => readFileSync(join(repository, `docs/how-to/${page}.md`), "utf8")

describe("the how-tos", () => {
  it("are all done here, or named with what does the same", () => {
    const there = globSync("docs/how-to/*.md", { cwd: repository }).map((path) => basename(path, ".md"))
    assert.sameMembers(there, [...Object.keys(pages), ...programs, ...Object.keys(elsewhere)])
    for (const test of Object.values(elsewhere)) assert.isTrue(existsSync(join(repository, test)), test)
  })
})

describe.each(Object.keys(pages))("docs/how-to/%s.md", (page) => {
  const reader = readerIn(makeRoom("gsd-how-to-"), repository)

  it("begins", () => {
    putPrograms(reader.bin)
    ready(reader, "gsd capability init my-notes")
    pages[page]?.(reader)
  })

  for (const deed of deedsOf(textOf(page))) {
    it(`line ${deed.line}: ${deed.text.split("\n")[0]}`, () => {
      if (deed.kind === "save") return reader.save(deed.name, deed.text)
      const { code, output } = reader.run(deed.text, deed.answer)
      assert.strictEqual(code, 0, output)
      if (deed.shown !== undefined) assert.isTrue(isShown(deed.shown, output), `shown otherwise:\n${output}`)
    })
  }

  it("ends", () => afterwards[page]?.(reader))
})

describe.each(programs)("the programs of docs/how-to/%s.md", (page) => {
  const room = makeRoom("gsd-programs-")
  const files = deedsOf(textOf(page)).filter((deed) => deed.kind === "save")
  const shown = blocksOf(textOf(page)).filter(({ info }) => info === "console")

  it("are there", () => {
    symlinkSync(join(repository, "node_modules"), join(room, "node_modules"))
    for (const { name, text } of files) writeFileSync(join(room, name), text)
    assert.isNotEmpty(files)
  })

  it.each(files)("$name runs", ({ name }) => {
    const hooks = join(repository, "test/support/fromSources.ts")
    const run = spawnSync(process.execPath, ["--import", hooks, name], {
      cwd: room,
      encoding: "utf8",
      env: { HOME: room }
    })
    assert.deepInclude(run, { status: 0, stderr: "" })
    const session = shown.find(({ text }) => text.startsWith(`$ node ${basename(name)}\n`))
    if (session !== undefined) assert.strictEqual(run.stdout, session.text.split("\n").slice(1).join("\n"))
  })
})
