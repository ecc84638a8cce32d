import { execFile } from "node:child_process"
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { createGzip } from "node:zlib"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { pipeline } from "node:stream/promises"
import { Readable } from "node:stream"
import { end, entryBytes, header, pax, tgz } from "../../layers/archive/build.ts"

const run = promisify(execFile)

const program = join(import.meta.dirname, "../../layers/archive/programs/fetch.ts")

interface Ended {
  readonly tag?: string
  readonly limit?: string
  readonly files?: number
  readonly left: ReadonlyArray<string>
  readonly millis: number
  readonly peakKibi: number
}

const room = mkdtempSync(join(tmpdir(), "gsd-bombs-"))

/** Runs the program over an archive, with a watchdog. */
const judged = async (archive: string): Promise<Ended> => {
  const { stdout } = await run(process.execPath, [program, archive], {
    timeout: 50_000,
    killSignal: "SIGKILL"
  })
  const ended: Ended = JSON.parse(stdout)
  return ended
}

const mebi = 1024 * 1024

const zeros = new Uint8Array(mebi)

function* times(count: number, piece: (at: number) => Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < count; at += 1) yield piece(at)
}

/** What is in each bomb, in pieces; and the bound at which it is to stop. */
const bombs: ReadonlyArray<readonly [string, string, () => Iterable<Uint8Array>]> = [
  ["1 GB of zeros", "ratio", () => times(1024, () => zeros)],
  [
    "1 GB of zeros in 1,024 files",
    "ratio",
    () => times(2048, (at) => (at % 2 === 0 ? header({ path: `cap/${at}`, size: mebi }) : zeros))
  ],
  [
    "1 GB of zeros in one file",
    "size",
    () => times(1025, (at) => (at === 0 ? header({ path: "cap/zeros", size: 1024 * mebi }) : zeros))
  ],
  [
    "200,000 empty entries",
    "entries",
    () => times(200, (at) => Buffer.concat([...times(1000, (inner) => header({ path: `${at}/${inner}` }))]))
  ],
  [
    "a PAX header of 500 MB",
    "header",
    () => times(501, (at) => (at === 0 ? header({ path: "p", type: "x", size: 500 * mebi }) : zeros))
  ],
  [
    "a long name of 500 MB",
    "header",
    () => times(501, (at) => (at === 0 ? header({ path: "p", type: "L", size: 500 * mebi }) : zeros))
  ],
  [
    "endless PAX headers",
    "size",
    () =>
      times(2000, (at) =>
        Buffer.concat([entryBytes(pax({ comment: "c".repeat(99_000) })), header({ path: `${at}` })])
      )
  ],
  [
    "100 million folders in deep paths",
    "names",
    () =>
      times(3000, (at) => {
        const path = `${at}/${"d/".repeat(500)}x`
        return Buffer.concat([entryBytes(pax({ path })), header({ path: "x" })])
      })
  ],
  [
    "zeros behind the archive",
    "ratio",
    () => times(1024, (at) => (at === 0 ? Buffer.concat([header({ path: "a" }), end]) : zeros))
  ]
]

describe("U23: a bomb", () => {
  let small = 0
  beforeAll(async () => {
    const archive = join(room, "small.tgz")
    writeFileSync(archive, tgz({ "capability.json": "{}", "hooks/a.sh": "#!/bin/sh\n" }))
    const ended = await judged(archive)
    assert.strictEqual(ended.files, 2)
    small = ended.peakKibi
  })
  afterAll(() => rmSync(room, { recursive: true, force: true }))
  for (const [at, [what, limit, pieces]] of bombs.entries()) {
    it(`of ${what} stops at the bound \`${limit}\`, in little memory`, async () => {
      const archive = join(room, `${at}.tgz`)
      await pipeline(Readable.from(pieces()), createGzip({ level: 1 }), createWriteStream(archive))
      const ended = await judged(archive)
      assert.deepInclude(ended, { tag: "ArchiveTooLarge", limit, left: [] })
      const above = Math.round((ended.peakKibi - small) / 1024)
      assert.isAtMost(
        above,
        60,
        `${above} MiB above a small install, ${ended.millis} ms, ${statSync(archive).size} bytes`
      )
      if (process.env["GSD_TEST_SAY"] !== undefined) console.log(what, `+${above} MiB`, `${ended.millis} ms`)
    })
  }
})
