import * as Result from "effect/Result"
import { kebabPattern } from "../capability/schema/primitives.ts"
import type { Manifest } from "../capability/schema/manifest.ts"
import { sha512Integrity } from "../hash.ts"
import { limits } from "../limits.ts"
import { newestOf } from "../version/pick.ts"
import {
  encodeCapabilityIndex,
  inVersionOrder,
  type CapabilityIndex,
  type IndexVersion
} from "./capabilityIndex.ts"
import { IndexRefused, type IndexRule } from "./signingErrors.ts"
import type { RegistryKey } from "./key.ts"
import { momentOf } from "./moment.ts"
import { capabilityPath } from "./place.ts"
import type { RegistryRoot, RootEntry } from "./root.ts"

/** A packed bundle in the folder that is indexed. */
export interface PackedBundle {
  /** Name of the archive in the folder. */
  readonly file: string
  readonly sha512: string
  readonly size: number
  readonly manifest: Manifest
}

/** The index as an earlier run left it. */
export interface OldIndex {
  readonly root: RegistryRoot
  readonly capabilities: ReadonlyMap<string, CapabilityIndex>
}

/** What the index shall be. */
export interface IndexWish {
  /** As given; that of the old index, or of the folder, when undefined. */
  readonly name: string | undefined
  readonly folder: string
  /** Keys that sign it. */
  readonly signers: ReadonlyArray<RegistryKey>
  /** Keys that may sign the next. */
  readonly keys: ReadonlyArray<RegistryKey>
  /** Milliseconds since 1970. */
  readonly now: number
  /** How long it counts, in milliseconds. */
  readonly lifeMillis: number
  /** `ID@VERSION`, each. */
  readonly yank: ReadonlyArray<string>
}

/** An index, ready to be signed and written. */
export interface IndexPlan {
  readonly root: RegistryRoot
  /** By id, and the versions of each ascending. */
  readonly indexes: ReadonlyArray<CapabilityIndex>
  /** Bytes of the capabilities' files by path. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** `ID@VERSION` of what the index before did not have. */
  readonly added: ReadonlyArray<string>
  /** `ID@VERSION` of what it had and whose archive is gone. */
  readonly dropped: ReadonlyArray<string>
  /** Files of capabilities that are in the index no more, by path. */
  readonly gone: ReadonlyArray<string>
}

type Step<A> = Result.Result<A, IndexRefused>

const refuse = (rule: IndexRule, subject: string, text: { readonly reason: string; readonly hint: string }) =>
  Result.fail(new IndexRefused({ subject, rule, ...text }))

const nameOfIndex = (old: OldIndex | undefined, { folder, name }: IndexWish): Step<string> => {
  const chosen = name ?? old?.root.name ?? folder
  if (!kebabPattern.test(chosen))
    return refuse("name", chosen, {
      reason: "is no name of a registry: lower-case letters, digits and hyphens, a letter first",
      hint: "Give one with `--name NAME`"
    })
  return old === undefined || old.root.name === chosen
    ? Result.succeed(chosen)
    : refuse("name", chosen, {
        reason: `is another name than \`${old.root.name}\`, under which people added this registry`,
        hint: "Leave `--name` away; for a new registry, index a folder of its own"
      })
}

/** Whoever added the registry trusts the keys of the old root; without one of them they would refuse the new one. */
const requireKnownKey = (old: OldIndex | undefined, { folder, signers }: IndexWish): Step<void> => {
  const known = new Set(old?.root.keys.map((key) => key.keyid))
  return old === undefined || signers.some((key) => known.has(key.keyid))
    ? Result.void
    : refuse("old-keys", folder, {
        reason: "was indexed with other keys, and whoever added this registry would refuse the new root",
        hint: "Give the old key as well, with `--old-key FILE`: it signs once more and is trusted no longer"
      })
}

type Versions = Map<string, Map<string, IndexVersion>>

const labelOf = (id: string, version: string): string => `${id}@${version}`

const versionsIn = (index: Versions, id: string): Map<string, IndexVersion> => {
  const found = index.get(id) ?? new Map<string, IndexVersion>()
  index.set(id, found)
  return found
}

const isAbsolute = ({ artifact }: IndexVersion): boolean => /^https:/iu.test(artifact)

const entryOf = (
  { file, manifest, sha512, size }: PackedBundle,
  before: IndexVersion | undefined,
  now: number
): IndexVersion => {
  const { engines, provenance = before?.provenance, tier } = manifest
  return {
    ...(engines === undefined ? {} : { engines }),
    tier,
    artifact: encodeURIComponent(file),
    sha512,
    size,
    ...(before?.yanked === undefined ? {} : { yanked: before.yanked }),
    publishedAt: before?.publishedAt ?? momentOf(now),
    ...(provenance === undefined ? {} : { provenance })
  }
}

/** Every version of the folder, with what earlier runs said of it; those that lie elsewhere are kept. */
const merged = (
  old: OldIndex | undefined,
  bundles: ReadonlyArray<PackedBundle>,
  now: number
): Step<Versions> => {
  const index: Versions = new Map()
  const fileOf = new Map<string, string>()
  for (const bundle of bundles) {
    const { id, version } = bundle.manifest
    const before = old?.capabilities.get(id)?.versions.get(version)
    const first = fileOf.get(labelOf(id, version))
    if (first !== undefined)
      return refuse("version-twice", bundle.file, {
        reason: `is \`${labelOf(id, version)}\`, and so is \`${first}\``,
        hint: "Take one of the two archives out of the folder"
      })
    if (before !== undefined && before.sha512 !== bundle.sha512)
      return refuse("version-changed", bundle.file, {
        reason: `holds other bytes than \`${labelOf(id, version)}\` had when it was published`,
        hint: "Put the old archive back, and publish the change under a new version"
      })
    fileOf.set(labelOf(id, version), bundle.file)
    versionsIn(index, id).set(version, entryOf(bundle, before, now))
  }
  for (const [id, { versions }] of old?.capabilities ?? [])
    for (const [version, entry] of versions)
      if (isAbsolute(entry) && !fileOf.has(labelOf(id, version))) versionsIn(index, id).set(version, entry)
  return index.size > 0
    ? Result.succeed(index)
    : refuse("no-bundles", "DIR", {
        reason: "holds no packed bundle, no `.tgz` and no `.tar.gz`",
        hint: "Pack capabilities into it with `tar -czf DIR/ID-VERSION.tgz -C FOLDER .`"
      })
}

const yanked = (index: Versions, yank: ReadonlyArray<string>): Step<Versions> => {
  for (const label of yank) {
    const [id = "", version = ""] = label.split("@")
    const entry = index.get(id)?.get(version)
    if (entry === undefined)
      return refuse("yank", label, {
        reason: "is no version in the folder, written `ID@VERSION`",
        hint: "The versions are those of the archives in the folder"
      })
    index.get(id)?.set(version, { ...entry, yanked: true })
  }
  return Result.succeed(index)
}

const cut = (text: string): string => Array.from(text).slice(0, limits.registryTextCharacters).join("")

/** What the root says of a capability, in the words of its newest version that is in the folder. */
const rootEntryOf = (
  index: CapabilityIndex,
  bytes: Uint8Array,
  context: { readonly bundles: ReadonlyArray<PackedBundle>; readonly old: OldIndex | undefined }
): RootEntry => {
  const { id, versions } = index
  const offered = [...versions].filter(([, entry]) => entry.yanked !== true).map(([version]) => version)
  const latest = newestOf(offered)
  const shown = latest ?? newestOf([...versions.keys()])
  const bundle = context.bundles.find(({ manifest }) => manifest.id === id && manifest.version === shown)
  const before = context.old?.root.capabilities.get(id)
  const title = bundle?.manifest.title ?? before?.title
  const description = bundle?.manifest.description ?? before?.description
  const tier = bundle?.manifest.tier ?? before?.tier
  return {
    path: capabilityPath(id),
    sha512: sha512Integrity(bytes),
    ...(latest === undefined ? {} : { latest }),
    ...(title === undefined ? {} : { title: cut(title) }),
    ...(description === undefined ? {} : { description: cut(description) }),
    ...(tier === undefined ? {} : { tier })
  }
}

const labelsOf = (index: ReadonlyMap<string, ReadonlyMap<string, unknown>>): ReadonlyArray<string> =>
  [...index].flatMap(([id, versions]) => [...versions.keys()].map((version) => labelOf(id, version)))

const without = (labels: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> => {
  const left = new Set(others)
  return labels.filter((label) => !left.has(label)).toSorted()
}

/**
 * Plans an index over the bundles of a folder. What was published before keeps its date, its yank and its bytes; the
 * counter goes up by one. The same input gives the same bytes.
 */
export const planIndex = (
  old: OldIndex | undefined,
  bundles: ReadonlyArray<PackedBundle>,
  wish: IndexWish
): Result.Result<IndexPlan, IndexRefused> =>
  Result.gen(function* () {
    const name = yield* nameOfIndex(old, wish)
    yield* requireKnownKey(old, wish)
    const index = yield* yanked(yield* merged(old, bundles, wish.now), wish.yank)
    const indexes = [...index]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, versions]) => ({ id, versions: new Map(inVersionOrder(versions)) }))
    const encoded = indexes.map((one) => ({ index: one, bytes: encodeCapabilityIndex(one) }))
    const files = new Map(encoded.map(({ bytes, index: { id } }) => [capabilityPath(id), bytes]))
    const capabilities = new Map(
      encoded.map((one) => [one.index.id, rootEntryOf(one.index, one.bytes, { bundles, old })])
    )
    const before = labelsOf(
      new Map([...(old?.capabilities ?? [])].map(([id, { versions }]) => [id, versions]))
    )
    const now = labelsOf(index)
    return {
      root: {
        name,
        version: (old?.root.version ?? 0) + 1,
        publishedAt: momentOf(wish.now),
        expires: momentOf(wish.now + wish.lifeMillis),
        keys: wish.keys,
        capabilities
      },
      indexes,
      files,
      added: without(now, before),
      dropped: without(before, now),
      gone: [...(old?.root.capabilities ?? [])].flatMap(([id, { path }]) => (index.has(id) ? [] : [path]))
    }
  })
