import type { Citation } from "./citation.ts"
import type { Finding } from "./findings.ts"
import {
  repositoryOf,
  resolveCitation,
  type LineCounts,
  type Repository,
  type ResolvedCitation
} from "./resolve.ts"
import type { Severity } from "./judgement.ts"
import { likeness, wordsOf, type Words } from "./words.ts"

/** The findings of one usable review. What is not usable is no input: silence and fragments agree with nothing. */
export interface LaneFindings {
  readonly slug: string
  readonly evidenceClass: "source-grounded" | "diff-only"
  readonly findings: ReadonlyArray<Finding>
}

/** What one lane says in a group. */
export interface Voice extends Omit<Finding, "citations" | "at"> {
  readonly slug: string
  readonly citations: ReadonlyArray<ResolvedCitation>
  /** `full`; `reduced` when the lane sees the diff only, or when nothing that it cites here resolves. */
  readonly weight: "full" | "reduced"
}

/**
 * What a group comes to. `disputed`: lanes judge it in opposite ways. `agreed`: two lanes say the same, at least one
 * with full weight. `weak`: only reduced weight speaks for it, however many say it. `single`: one lane says it.
 */
export type Standing = "disputed" | "agreed" | "weak" | "single"

/** Findings that are about the same thing. */
export interface Group {
  /** `F1`, `F2`, … in the order of the list. */
  readonly id: string
  readonly standing: Standing
  /** What weighs more: concerns, approvals, or neither when they weigh the same. */
  readonly polarity: "concern" | "approval" | "neutral"
  /** The highest that a voice of concern gives; null when none gives one. */
  readonly severity: Severity | null
  /** What put the voices together; `alone` when there is one. */
  readonly basis: "place" | "words" | "alone"
  /** The place that the others stand on or near, when the group was put together by place; else null. */
  readonly place: Citation | null
  /** By slug, then in the order of the lane's answer; never empty. */
  readonly voices: ReadonlyArray<Voice>
}

/** Lines between two cited places that still count as the same place: a declaration and its doc, a call and its line break. */
export const nearbyLines = 3

/** From this likeness on, two findings say the same in other words. */
const sameWords = 0.5

/** Opposite verdicts without a common place need more words in common: the words of praise and blame differ. */
const oppositeWords = 0.7

/** All voices of reduced weight together weigh less than one of full weight. */
const reducedWeight = 0.5

/** Places by which a finding is put together with others: the first it cites; all of them are shown and resolved. */
const maxPlaces = 5

interface Entry {
  readonly voice: Voice
  readonly places: ReadonlyArray<ResolvedCitation>
  readonly words: Words
}

interface Gathering {
  /** The places of the first member: later ones are compared with these, so that a chain of neighbours does not grow. */
  readonly anchors: ReadonlyArray<ResolvedCitation>
  /** Of the first member. */
  readonly polarity: Finding["polarity"]
  readonly entries: Array<Entry>
  basis: "place" | "words" | "alone"
  place: Citation | null
}

const gap = (one: Citation, other: Citation): number =>
  Math.max(0, other.line - one.endLine, one.line - other.endLine)

/**
 * The anchor that a citation stands nearest to, with the distance; undefined when none is near. Opposite judgements meet
 * on the very line only: praise of one line and blame of its neighbour contradict nothing.
 */
const nearest = ({ anchors, polarity }: Gathering, { places, voice }: Entry) => {
  const reach = polarity === voice.polarity ? nearbyLines : 0
  let best: { readonly distance: number; readonly anchor: ResolvedCitation } | undefined
  for (const anchor of anchors)
    for (const citation of places) {
      const distance = gap(anchor, citation)
      if (distance > reach || anchor.file !== citation.file) continue
      if (best === undefined || distance < best.distance) best = { distance, anchor }
    }
  return best
}

const likest = ({ entries }: Gathering, { voice, words }: Entry): number => {
  let best = 0
  for (const entry of entries) {
    const needed = entry.voice.polarity === voice.polarity ? sameWords : oppositeWords
    const alike = likeness(entry.words, words)
    if (entry.voice.slug !== voice.slug && alike >= needed) best = Math.max(best, alike)
  }
  return best
}

const joinByPlace = (gatherings: ReadonlyArray<Gathering>, entry: Entry): boolean => {
  let best:
    { readonly distance: number; readonly anchor: ResolvedCitation; readonly to: Gathering } | undefined
  for (const to of gatherings) {
    const near = nearest(to, entry)
    if (near !== undefined && (best === undefined || near.distance < best.distance)) best = { ...near, to }
  }
  if (best === undefined) return false
  const { file, line, endLine } = best.anchor
  best.to.entries.push(entry)
  best.to.basis = "place"
  best.to.place ??= { path: file, line, endLine }
  return true
}

/** Joins the gathering that says it most alike in other words, in which the lane has not spoken yet. */
const joinByWords = (gatherings: ReadonlyArray<Gathering>, entry: Entry): boolean => {
  let best: { readonly alike: number; readonly to: Gathering } | undefined
  for (const to of gatherings) {
    if (to.entries.some(({ voice }) => voice.slug === entry.voice.slug)) continue
    const alike = likest(to, entry)
    if (alike > 0 && (best === undefined || alike > best.alike)) best = { alike, to }
  }
  if (best === undefined) return false
  best.to.entries.push(entry)
  if (best.to.basis === "alone") best.to.basis = "words"
  return true
}

const open = (entry: Entry): Gathering => ({
  anchors: entry.places,
  polarity: entry.voice.polarity,
  entries: [entry],
  basis: "alone",
  place: null
})

const gather = (entries: ReadonlyArray<Entry>): ReadonlyArray<Gathering> => {
  const gatherings: Array<Gathering> = []
  const isCited = ({ voice }: Entry) => voice.citations.length > 0
  for (const entry of entries.filter(isCited))
    if (!joinByPlace(gatherings, entry)) gatherings.push(open(entry))
  for (const entry of entries.filter((one) => !isCited(one)))
    if (!joinByWords(gatherings, entry)) gatherings.push(open(entry))
  return gatherings
}

/** Whether a finding says that something is wrong or holds; places in a summary only say what it is about. */
export const isJudging = ({ polarity }: Finding): boolean => polarity !== "neutral"

const entriesOf = (lane: LaneFindings, repository: Repository): ReadonlyArray<Entry> =>
  lane.findings.filter(isJudging).map(({ citations, polarity, severity, text }) => {
    const resolved = citations.map((citation) => resolveCitation(citation, repository))
    const isUnfounded = resolved.length > 0 && resolved.every(({ state }) => state !== "resolves")
    const weight = lane.evidenceClass === "diff-only" || isUnfounded ? "reduced" : "full"
    return {
      voice: { slug: lane.slug, severity, polarity, text, citations: resolved, weight },
      places: resolved.slice(0, maxPlaces),
      words: wordsOf(withoutCitations(text))
    }
  })

const withoutCitations = (text: string): string => text.replace(/[^\s`]{1,300}:\d[\d-]{0,20}/gu, " ")

const lanesOf = (voices: ReadonlyArray<Voice>, weight?: Voice["weight"]): number =>
  new Set(voices.filter((voice) => weight === undefined || voice.weight === weight).map(({ slug }) => slug))
    .size

const weightOf = (voices: ReadonlyArray<Voice>): number =>
  lanesOf(voices, "full") + (lanesOf(voices, "reduced") > 0 ? reducedWeight : 0)

const standingOf = (voices: ReadonlyArray<Voice>): Standing => {
  const isOpposed = (one: Voice) =>
    voices.some(({ polarity, slug }) => polarity !== one.polarity && slug !== one.slug)
  if (voices.some(isOpposed)) return "disputed"
  if (lanesOf(voices, "full") === 0) return "weak"
  return lanesOf(voices) > 1 ? "agreed" : "single"
}

const ranks = { HIGH: 0, MEDIUM: 1, LOW: 2 } as const

const rankOf = (severity: Severity | null): number => (severity === null ? 3 : ranks[severity])

const groupOf = ({ basis, entries, place }: Gathering): Omit<Group, "id"> => {
  const voices = entries.map(({ voice }) => voice)
  const concerns = voices.filter(({ polarity }) => polarity === "concern")
  const approvals = voices.filter(({ polarity }) => polarity === "approval")
  const lean = weightOf(concerns) - weightOf(approvals)
  const polarity = lean > 0 ? "concern" : lean < 0 ? "approval" : "neutral"
  const severities = concerns.map(({ severity }) => severity).toSorted((a, b) => rankOf(a) - rankOf(b))
  return { standing: standingOf(voices), polarity, severity: severities[0] ?? null, basis, place, voices }
}

const standings: ReadonlyArray<Standing> = ["disputed", "agreed", "single", "weak"]

const order = (one: Omit<Group, "id">, other: Omit<Group, "id">): number =>
  Number(one.polarity === "approval") - Number(other.polarity === "approval") ||
  rankOf(one.severity) - rankOf(other.severity) ||
  standings.indexOf(one.standing) - standings.indexOf(other.standing) ||
  lanesOf(other.voices) - lanesOf(one.voices)

/**
 * Puts findings together: those that cite the same file at most `nearbyLines` lines apart (the same line when one
 * praises and one blames), and, of those that cite nothing, what other lanes say in other words. Concerns come first, by severity, then what is
 * disputed, agreed, said once, weak. The result does not depend on the order of the lanes.
 */
export const consensusOf = (lanes: ReadonlyArray<LaneFindings>, files: LineCounts): ReadonlyArray<Group> => {
  const sorted = lanes.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  const repository = repositoryOf(files)
  const groups = gather(sorted.flatMap((lane) => entriesOf(lane, repository))).map(groupOf)
  return groups.toSorted(order).map((group, index) => ({ id: `F${index + 1}`, ...group }))
}
