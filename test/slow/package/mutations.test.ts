import { afterAll, assert, describe, it } from "vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const repository = join(import.meta.dirname, "../../..")

/** One exact text of the sources and what stands in its place. */
type Replacement = readonly [file: string, from: string, to: string]

interface Mutation {
  readonly name: string
  /** Which walk of the harness finds it. */
  readonly walk: "install" | "remove" | "faults"
  readonly replacements: ReadonlyArray<Replacement>
}

const protocol = "src/layers/transaction/protocol.ts"

const mutations: ReadonlyArray<Mutation> = [
  {
    name: "the ledger is renamed before its bytes are fsynced",
    walk: "install",
    replacements: [
      [
        protocol,
        "yield* durable.create(temporaryOf(path, context.tx), bytes, { mode: 0o600 })",
        "yield* durable.createUnsynced(temporaryOf(path, context.tx), bytes, { mode: 0o600 })"
      ],
      [
        protocol,
        "yield* durable.syncDirectory(parentOf(paths.ledger(context.scope)))",
        "yield* durable.syncFile(paths.ledger(context.scope))\n  yield* durable.syncDirectory(parentOf(paths.ledger(context.scope)))"
      ]
    ]
  },
  {
    name: "consent is dropped before the commit",
    walk: "remove",
    replacements: [
      [protocol, `  { name: "dropConsent", phase: "clean", run: dropConsent },\n`, ""],
      [
        protocol,
        `  { name: "writeLedger", phase: "undoable", run: writeLedger },\n`,
        `  { name: "dropConsent", phase: "undoable", run: dropConsent },\n  { name: "writeLedger", phase: "undoable", run: writeLedger },\n`
      ]
    ]
  },
  {
    name: "staging lies outside the device of what it is renamed to",
    walk: "faults",
    replacements: [
      [
        "src/domain/paths.ts",
        `staging: (tx: string) => join(root, "staging", tx),`,
        "staging: (tx: string) => `/tmp/${tx}`,"
      ],
      [protocol, "yield* moveTree(staging, folder)", "yield* durable.rename(staging, folder)"]
    ]
  }
]

/** Swaps one text; a source that lost it must not pass as mutated. */
const replace = (root: string, [file, from, to]: Replacement): void => {
  const path = join(root, file)
  const parts = readFileSync(path, "utf8").split(from)
  assert.lengthOf(parts, 2, `${file} holds the text to mutate ${parts.length - 1} times: ${from}`)
  writeFileSync(path, parts.join(to))
}

/** A copy of the sources with the harness beside them. */
const copyWith = (replacements: ReadonlyArray<Replacement>): string => {
  const root = makeRoom("gsd-mutated-")
  cpSync(join(repository, "src"), join(root, "src"), { recursive: true })
  cpSync(join(repository, "package.json"), join(root, "package.json"))
  cpSync(join(repository, "test/support/fromSources.ts"), join(root, "test/support/fromSources.ts"))
  cpSync(join(import.meta.dirname, "harness.ts"), join(root, "harness.ts"))
  for (const name of ["node_modules", "capabilities"]) symlinkSync(join(repository, name), join(root, name))
  for (const replacement of replacements) replace(root, replacement)
  return root
}

/** Runs the harness in a process of its own. */
const prove = async (root: string, walk: Mutation["walk"], seed?: string) => {
  const args = ["--import", join(root, "test/support/fromSources.ts"), join(root, "harness.ts"), walk]
  const child = spawn(process.execPath, [...args, ...(seed === undefined ? [] : [seed])], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  assert.strictEqual(err, "")
  const told: { readonly seed?: string; readonly message?: string } = out === "" ? {} : JSON.parse(out)
  return { code: code as unknown, ...told }
}

const firstLine = (message = ""): string => message.split("\n")[0] ?? ""

describe("the fault harness", () => {
  it.each(["install", "remove", "faults"] as const)(
    "finds nothing in the sources as they are: %s",
    async (walk) => {
      assert.deepStrictEqual(await prove(copyWith([]), walk), { code: 0 })
    }
  )

  it.each(mutations)(
    "finds a planted bug and runs it again by its seed: $name",
    async ({ replacements, walk }) => {
      const root = copyWith(replacements)
      const found = await prove(root, walk)
      assert.strictEqual(found.code, 1, found.message)
      assert.isString(found.seed, found.message)
      assert.include(found.message, `run it again with seed ${JSON.stringify(found.seed)}`)
      const again = await prove(root, walk, found.seed)
      assert.strictEqual(again.code, 1)
      assert.deepStrictEqual([again.seed, firstLine(again.message)], [found.seed, firstLine(found.message)])
      // The same point in the sources as they are is fine: it is the bug that was found.
      assert.deepStrictEqual(await prove(copyWith([]), walk, found.seed), { code: 0 })
    }
  )
})
