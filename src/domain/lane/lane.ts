import type { Reviewer } from "../capability/schema/reviewer.ts"
import type { RegistryMember } from "../registry/Registry.ts"
import { shown } from "../text/escape.ts"
import { warn, type LaneWarning } from "./warning.ts"

/** A reviewer lane of the merged registry. */
export interface Lane {
  readonly slug: string
  readonly capabilityId: string
  readonly origin: "first-party" | "overlay"
  /** Names the bytes of its bundle in the store; none for what the product brings along. */
  readonly contentHash?: string
  /** Absolute folder of its bundle, once its programs are named by their places there: see `locatedLane`. */
  readonly folder?: string
  /** Flags of `gsd review` that choose it, hyphens included; at least one. */
  readonly flags: ReadonlyArray<string>
  /** Its heading in REVIEWS.md. */
  readonly section: string
  readonly reviewer: Reviewer
}

/** A lane that is left out because another one holds a name of it. */
export interface DroppedLane {
  readonly slug: string
  readonly capabilityId: string
  readonly clash: "slug" | "flag" | "section"
  /** The name that is taken. */
  readonly name: string
  /** Capability that holds it. */
  readonly holder: string
}

/** Every lane, in the order of REVIEWS.md, and those that are left out. */
export interface Roster {
  readonly lanes: ReadonlyArray<Lane>
  readonly dropped: ReadonlyArray<DroppedLane>
}

/** Order of the published lanes in REVIEWS.md. Source: data/lanes.json. */
export const publishedOrder: ReadonlyArray<string> = [
  "gemini",
  "claude",
  "codex",
  "coderabbit",
  "opencode",
  "qwen",
  "cursor",
  "antigravity",
  "ollama",
  "lm_studio",
  "llama_cpp",
  "kimi-code"
]

const laneOf = (member: RegistryMember): Lane | undefined => {
  const reviewer = member.manifest.role === "feature" ? undefined : member.manifest.reviewer
  return reviewer === undefined
    ? undefined
    : {
        slug: reviewer.slug,
        capabilityId: member.id,
        origin: member.origin === "first-party" ? "first-party" : "overlay",
        ...(member.contentHash === undefined ? {} : { contentHash: member.contentHash }),
        flags: reviewer.flags,
        section: reviewer.reviewsSection,
        reviewer
      }
}

const rankOf = (lane: Lane): number => {
  if (lane.origin === "overlay") return publishedOrder.length + 1
  const place = publishedOrder.indexOf(lane.slug)
  return place === -1 ? publishedOrder.length : place
}

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

const inOrder = (left: Lane, right: Lane): number =>
  rankOf(left) - rankOf(right) || byText(left.capabilityId, right.capabilityId)

/** Two headings that a reader takes for the same one are the same. */
const headingKey = (section: string): string =>
  section.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim()

type Claim = readonly [clash: DroppedLane["clash"], name: string, key: string]

const claimsOf = (lane: Lane): ReadonlyArray<Claim> => [
  ["slug", lane.slug, `slug ${lane.slug}`],
  ...[...new Set(lane.flags)].map((flag): Claim => ["flag", flag, `flag ${flag}`]),
  ["section", lane.section, `section ${headingKey(lane.section)}`]
]

/**
 * The lanes of a merged registry: published ones in their order, other first-party ones, then overlays, both by
 * capability. Slug, flags and section are unique: who comes first holds a name, so first-party always does, and a lane
 * one of whose names is taken is left out whole. Source: seed 000 "Uniqueness".
 */
export const lanesOf = (members: Iterable<RegistryMember>): Roster => {
  const holders = new Map<string, string>()
  const lanes: Array<Lane> = []
  const dropped: Array<DroppedLane> = []
  const found = [...members].map(laneOf).filter((lane) => lane !== undefined)
  for (const lane of found.toSorted(inOrder)) {
    const taken = claimsOf(lane).find(([, , key]) => holders.has(key))
    if (taken === undefined) {
      for (const [, , key] of claimsOf(lane)) holders.set(key, lane.capabilityId)
      lanes.push(lane)
    } else {
      const [clash, name, key] = taken
      const { slug, capabilityId } = lane
      dropped.push({ slug, capabilityId, clash, name, holder: holders.get(key) ?? "" })
    }
  }
  return { lanes, dropped }
}

/** Told of a lane that is left out. */
export const droppedWarning = ({ slug, capabilityId, clash, name, holder }: DroppedLane): LaneWarning =>
  warn(
    "selection",
    slug,
    shown`The lane \`${slug}\` of \`${capabilityId}\` is left out: \`${holder}\` has the ${clash} \`${name}\``
  )
