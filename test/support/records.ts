import type { ConsentRecord } from "../../src/domain/consent/record.ts"
import { sha512Hex, sha512Integrity } from "../../src/domain/hash.ts"
import type { Generation, LedgerEntry } from "../../src/domain/ledger/entry.ts"

/** A generation as an install would record it; the content hash is that of a word, not of its files. */
export const generationOf = (members: Partial<Generation> = {}): Generation => ({
  generation: 1,
  version: "1.0.0",
  source: "/src/hk-cap",
  integrity: sha512Integrity("content"),
  contentHash: sha512Integrity("content"),
  manifestHash: sha512Hex("manifest"),
  consentDigest: sha512Integrity("digest"),
  files: ["capability.json"],
  installedAt: "2026-01-01T00:00:00.000Z",
  tx: "0123456789abcdef",
  ...members
})

/** A ledger entry whose only kept generation is the active one, unless told otherwise. */
export const entryOf = (members: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...generationOf(members),
  sharedEdits: [],
  projections: [],
  generations: [generationOf(members)],
  ...members
})

/** A consent record that fits `generationOf`. */
export const recordOf = (members: Partial<ConsentRecord> = {}): ConsentRecord => ({
  scope: "global",
  id: "hk-cap",
  digest: sha512Integrity("digest"),
  contentHash: sha512Integrity("content"),
  egress: [],
  how: "yes",
  by: "ci",
  tx: "0123456789abcdef",
  at: "2026-01-01T00:00:00.000Z",
  ...members
})
