import { firstInvalidByte } from "../json/decodeText.ts"
import { compareVersions, isVersion } from "../version/version.ts"
import type { KnownMember } from "./bundled.ts"
import type { FamilyReport } from "./finding.ts"
import type { MemberKind } from "./manifest.ts"
import type { FamilyManifest } from "./schema.ts"
import { counted } from "../text/counted.ts"

/** What is known of a member's place. Public words: nothing else is told. Source: family facts 10. */
export const memberStates = [
  "installed",
  "absent",
  "placeholder",
  "unsupported",
  "invalid",
  "other-tool",
  "uncheckable"
] as const
export type MemberState = (typeof memberStates)[number]

/** A state and why it is that one: a sentence without final period, raw values in it. */
export interface JudgedState {
  readonly state: MemberState
  readonly why: string
}

/** What was found at a place: the report of its manifest when there is one, and whether its marker is there. */
export interface PlaceFound {
  readonly report: FamilyReport | undefined
  /** When its shape is right. */
  readonly manifest: FamilyManifest | undefined
  /** Undefined when no marker is looked for. */
  readonly marker: "file" | "absent" | "unknown" | undefined
}

/** File that an installed member has, whatever its manifest says. Source: family facts 10. */
export const memberMarker = "SKILL.md"

const withoutManifest = ({ marker }: PlaceFound): JudgedState => {
  if (marker === "unknown") return { state: "uncheckable", why: `\`${memberMarker}\` cannot be looked at` }
  return marker === "file"
    ? { state: "invalid", why: `There is a \`${memberMarker}\`, but no \`capability.json\`` }
    : { state: "absent", why: "Nothing is there" }
}

const isUnreadable = (report: FamilyReport): boolean => {
  const errors = report.findings.filter(({ severity }) => severity === "error")
  return errors.length > 0 && errors.every(({ code }) => code === "files.unreadable")
}

const firstError = ({ findings }: FamilyReport): string => {
  const errors = findings.filter(({ severity }) => severity === "error")
  const [first] = errors
  if (first === undefined) return "The manifest is not valid"
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ""
  return `${first.pointer === "" ? "" : `\`${first.pointer}\`: `}${first.message}${more}`
}

const refused = (report: FamilyReport): JudgedState => {
  if (report.result === "unsupported") return { state: "unsupported", why: firstError(report) }
  return { state: isUnreadable(report) ? "uncheckable" : "invalid", why: firstError(report) }
}

/**
 * Judges a place. `known` is the member that belongs there; without it any valid one is right. The manifest decides where
 * there is one; a placeholder is one before it is of another tool. Source: family facts 10.
 */
export const stateOf = (found: PlaceFound, known?: Pick<KnownMember, "name" | "kind">): JudgedState => {
  const { manifest, report } = found
  if (report === undefined) return withoutManifest(found)
  if (report.result !== "valid" || manifest === undefined) return refused(report)
  if (manifest.available === false)
    return { state: "placeholder", why: "Its manifest says that it is not available" }
  if (known !== undefined && (manifest.name !== known.name || manifest.kind !== known.kind))
    return { state: "other-tool", why: `Its manifest is that of \`${manifest.name}\`, ${manifest.kind}` }
  return { state: "installed", why: "Its manifest is valid" }
}

/** How an installed version stands to the latest that is declared. */
export type Freshness = "behind" | "current" | "unknown"

/** Compares an installed version; what is no SemVer version is equal or unknown. */
export const freshnessOf = (version: string | null, latest: string | null): Freshness => {
  if (version === null || latest === null) return "unknown"
  if (version === latest) return "current"
  if (!isVersion(version) || !isVersion(latest)) return "unknown"
  return compareVersions(version, latest) < 0 ? "behind" : "current"
}

/** Whether something was seen; unknown is never taken for present. */
export type Presence = "present" | "absent" | "unknown"

/** What a backend lacks first; unknown when nobody says which program it drives. Source: family facts 10. */
export const readinessWords = [
  "needs-skill",
  "needs-cli",
  "needs-credentials",
  "degraded",
  "ready",
  "unknown"
] as const
export type Readiness = (typeof readinessWords)[number]

/** What was seen of a backend. */
export interface BackendSeen {
  readonly isInstalled: boolean
  /** Undefined when the product does not know its program. */
  readonly cli: Presence | undefined
  readonly credentials: Presence | undefined
  readonly wrappers: ReadonlyArray<Presence>
}

/** Decides what a backend lacks, the first thing counts; nothing of it is run. */
export const readinessOf = ({ cli, credentials, isInstalled, wrappers }: BackendSeen): Readiness => {
  if (!isInstalled) return "needs-skill"
  if (cli === undefined || credentials === undefined) return "unknown"
  if (cli !== "present") return "needs-cli"
  if (credentials !== "present") return "needs-credentials"
  return wrappers.every((one) => one === "present") ? "ready" : "degraded"
}

/** How a folder was found. */
export type FoundBy = "env" | "default" | "given" | "beside"

/** One place as it is told. */
export interface DetectedMember {
  readonly name: string | null
  readonly kind: MemberKind | null
  readonly state: MemberState
  readonly why: string
  /** Absolute. */
  readonly folder: string
  readonly foundBy: FoundBy
  /** Variable that names the folder; null when none does. */
  readonly variable: string | null
  /** Of an installed member. */
  readonly version: string | null
  readonly latest: string | null
  readonly freshness: Freshness
}

/** One backend as it is told. */
export interface DetectedBackend {
  readonly name: string
  readonly readiness: Readiness
  readonly cli: { readonly command: string; readonly presence: Presence } | null
  readonly credentials: { readonly file: string; readonly presence: Presence } | null
  readonly wrappers: ReadonlyArray<{ readonly command: string; readonly presence: Presence }>
}

/** One stamp of a project. */
export interface DeployedStamp {
  readonly name: string
  /** From the project's root. */
  readonly file: string
  /** Its trimmed content; null when it is missing, empty or unreadable. */
  readonly version: string | null
}

/** JSON of `family detect`. */
export interface Detection {
  readonly members: ReadonlyArray<DetectedMember>
  readonly backends: ReadonlyArray<DetectedBackend>
  readonly project: {
    /** Absolute. */
    readonly directory: string
    readonly deployed: boolean
    readonly stamps: ReadonlyArray<DeployedStamp>
  }
  /** One sentence; counts only what was checked. */
  readonly summary: string
  readonly warnings: ReadonlyArray<string>
}

/** One sentence about states and versions. */
export const detectionSummary = (members: ReadonlyArray<DetectedMember>): string => {
  const states = memberStates.flatMap((state) => {
    const count = members.filter((member) => member.state === state).length
    return count === 0 ? [] : [`${count} ${state === "other-tool" ? "other tool" : state}`]
  })
  const checked = members.filter(({ freshness }) => freshness !== "unknown")
  const behind = checked.filter(({ freshness }) => freshness === "behind").length
  const versions =
    checked.length === 0
      ? "no version was compared"
      : `${counted(checked.length, "version was", "versions were")} compared, ${behind === 0 ? "none" : behind} of them behind`
  return `${counted(members.length, "place", "places")}: ${states.join(", ")}; ${versions}`
}

/** Content of a stamp: its trimmed text; null when it is missing, empty or no UTF-8. */
export const stampVersion = (bytes: Uint8Array | undefined): string | null => {
  if (bytes === undefined || firstInvalidByte(bytes) !== -1) return null
  const trimmed = new TextDecoder().decode(bytes).trim()
  return trimmed === "" ? null : trimmed
}
