/**
 * Homes with many installed overlays, written as installs would leave them: thousands of installs, each with its own
 * transaction, would take the time of the measurement.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { loopPoints, ownLoopContract } from "../../src/domain/capability/loopContract.ts"
import { encodeConsent } from "../../src/domain/consent/codec.ts"
import { recordKey, type ConsentRecord } from "../../src/domain/consent/record.ts"
import type { BundleFile } from "../../src/domain/content/BundleFile.ts"
import { contentHash, inHashOrder } from "../../src/domain/content/contentHash.ts"
import { sha512Hex, sha512Integrity } from "../../src/domain/hash.ts"
import { encodeLedger } from "../../src/domain/ledger/codec.ts"
import type { LedgerEntry } from "../../src/domain/ledger/entry.ts"
import { emptyLedger } from "../../src/domain/ledger/state.ts"
import { globalScope, pathsOf } from "../../src/domain/paths.ts"
import { plainManifest } from "../../bench/parts/manifest.ts"

/** Texts of a bundle by path. */
export type Files = Readonly<Record<string, string>>

const at = "2026-08-01T00:00:00.000Z"

/** An overlay with a hook of each kind, its text in a file or inline, and two keys; hooks spread over all points. */
export const hookedOverlay = (index: number): Files => {
  const id = `bench-${index}`
  const point = (by: number) => loopPoints[(index + by) % loopPoints.length] ?? "plan:pre"
  const when = `bench_${index}.on`
  const fragment =
    index % 4 === 0 ? { path: "fragments/a.md" } : { inline: "Look at what is there.\n".repeat(4) }
  const manifest = {
    ...plainManifest(id),
    skills: [`${id}-scan`],
    config: {
      [when]: { type: "boolean", default: true, description: "Turns it on." },
      [`bench_${index}.depth`]: { type: "number", default: 3, description: "How deep it looks." }
    },
    steps: [
      {
        point: point(0),
        ref: { skill: `${id}-scan` },
        produces: [`BENCH-${index}.md`],
        consumes: [],
        onError: "skip",
        when
      }
    ],
    contributions: [
      {
        point: point(5),
        into: ownLoopContract[point(5)].agentRoles[0] ?? "planner",
        produces: [],
        consumes: [],
        fragment,
        when,
        configValues: { depth: `bench_${index}.depth` }
      }
    ],
    gates: [
      {
        point: point(9),
        check: { predicate: { kind: "artifact-exists", artifact: `BENCH-${index}.md` } },
        blocking: true,
        onError: "halt",
        when
      }
    ]
  }
  return {
    "capability.json": JSON.stringify(manifest, null, 2),
    "fragments/a.md": "Look at what is there.\n".repeat(8),
    [`skills/${id}-scan/SKILL.md`]: `---\nname: ${id}-scan\ndescription: x\n---\nx\n`
  }
}

const put = (path: string, text: string | Uint8Array, mode: number): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
}

const store = (root: string, id: string, files: Files) => {
  const paths = pathsOf(root)
  const described = Object.entries(files).map(([path, text]): BundleFile => ({
    path,
    size: new TextEncoder().encode(text).length,
    sha512: sha512Hex(text),
    executable: text.startsWith("#!")
  }))
  const hash = contentHash(described)
  for (const { executable, path } of described)
    put(`${paths.bundle(hash)}/${path}`, files[path] ?? "", executable ? 0o555 : 0o444)
  const list = { version: 1, contentHash: hash, files: inHashOrder(described) }
  put(`${paths.stored(hash)}/files.json`, `${JSON.stringify(list, null, 2)}\n`, 0o444)
  const generation = {
    generation: 1,
    version: "1.0.0",
    source: `/home/ada/capabilities/${id}`,
    integrity: hash,
    contentHash: hash,
    manifestHash: sha512Hex(files["capability.json"] ?? ""),
    consentDigest: sha512Integrity(`${id} ${hash}`),
    files: list.files.map(({ path }) => path),
    installedAt: at,
    tx: "0123456789abcdef"
  }
  return { ...generation, sharedEdits: [], projections: [], generations: [generation] } satisfies LedgerEntry
}

/** Writes `H` of a home in which these are installed and consented to, by id; returns its ledger's entries. */
export const writeHome = (
  home: string,
  overlays: ReadonlyMap<string, Files>
): ReadonlyMap<string, LedgerEntry> => {
  const root = join(home, ".gsd")
  const paths = pathsOf(root)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const entries = new Map([...overlays].map(([id, files]) => [id, store(root, id, files)] as const))
  const records = [...entries].map(([id, { consentDigest, contentHash: hash, tx }]): ConsentRecord => ({
    scope: "global",
    id,
    digest: consentDigest,
    contentHash: hash,
    egress: [],
    how: "yes",
    by: "tty",
    tx,
    at
  }))
  put(paths.consent, encodeConsent(new Map(records.map((one) => [recordKey(one), one]))), 0o600)
  put(
    paths.ledger(globalScope),
    encodeLedger({ ...emptyLedger, rev: 1, lastTx: "0123456789abcdef", entries }),
    0o600
  )
  return entries
}

/** The overlays of a home of a size. */
export const overlaysOf = (count: number): ReadonlyMap<string, Files> =>
  new Map(Array.from({ length: count }, (_, index) => [`bench-${index}`, hookedOverlay(index)] as const))
