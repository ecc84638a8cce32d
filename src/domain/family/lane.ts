import * as Result from "effect/Result"
import type { ReviewerManifest } from "../capability/schema/reviewer.ts"
import { reservedPrefixes } from "../capability/vocabulary.ts"
import { limits } from "../limits.ts"
import { isVersion } from "../version/version.ts"
import { laneForm, type LaneForm, type WrittenForm } from "./laneForm.ts"
import type { Contract, FamilyMember, Role } from "./manifest.ts"

/** Names that a lane of ours must not take: ids, slugs, words and flags of gsd, headings in lower case. */
export interface TakenNames {
  readonly names: ReadonlySet<string>
  readonly flags: ReadonlySet<string>
}

/** A manifest of a lane, and sentences that say what it rests on. */
export interface LaneMade {
  readonly manifest: typeof ReviewerManifest.Encoded
  readonly reasons: ReadonlyArray<string>
}

/** Why there is no lane. */
export interface NoLane {
  /** A clause. */
  readonly problem: string
  readonly hint: string
}

const noLane = (problem: string, hint: string): Result.Result<never, NoLane> => Result.fail({ problem, hint })

const longestId = 64

const kebab = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^[-0-9]+|-+$/gu, "")
    .slice(0, longestId)
    .replace(/-+$/u, "")

/** No capability may be called so. */
const refusedNames: ReadonlySet<string> = new Set(["constructor", "prototype"])

/** Id of the lane: the member's name in lower case with hyphens, told apart from what is taken or reserved. */
export const laneId = (name: string, command: string, { flags, names }: TakenNames): string => {
  const plain = kebab(name) || kebab(command) || "bridge"
  const isReserved = refusedNames.has(plain) || reservedPrefixes.some((prefix) => plain.startsWith(prefix))
  const free = isReserved ? `lane-${plain}` : plain
  return names.has(free) || flags.has(`--${free}`) ? `${free}-lane` : free
}

const submodes = ({ modeCatalog = [] }: FamilyMember, contract: Contract): ReadonlyArray<WrittenForm> =>
  modeCatalog
    .filter(({ kind, role }) => kind === "primary" && role === "review")
    .flatMap((entry) =>
      (entry.invocationRefs ?? []).map(({ index }) => ({
        form: contract.invocations[index] ?? "",
        submode: entry.submode,
        required: new Map((entry.operands ?? []).map(({ required, slot }) => [slot, required]))
      }))
    )

const asPlan = ({ form, submode }: WrittenForm): boolean => (submode ?? form.split(" ")[1]) === "plan"

/** Forms of the review: those that take a plan first, else as they are written. */
const writtenForms = (member: FamilyMember, contract: Contract): ReadonlyArray<WrittenForm> => {
  const catalogued = submodes(member, contract)
  const known = new Set(catalogued.map(({ form }) => form))
  const all = [
    ...catalogued,
    ...contract.invocations
      .filter((form) => !known.has(form))
      .map((form) => ({ form, submode: undefined, required: new Map<string, boolean>() }))
  ]
  return [...all.filter(asPlan), ...all.filter((one) => !asPlan(one))]
}

const chosenForm = ({ cmd }: Role, forms: ReadonlyArray<WrittenForm>): Result.Result<LaneForm, NoLane> => {
  const problems: Array<string> = []
  for (const written of forms) {
    const made = laneForm(cmd, written)
    if (Result.isSuccess(made)) return Result.succeed(made.success)
    problems.push(`\`${written.form}\`: ${made.failure}`)
  }
  const [first = "its contract has no invocation"] = problems
  return noLane(
    `no form of its review takes just a prompt (${first})`,
    "Write a capability.json by hand, as the reference of manifests says"
  )
}

/** What findings rest on, and why. Source: seed 001, roles (`grounding`). */
const evidenceOf = (form: LaneForm, { grounding = "" }: Contract) => {
  if (form.promptChannel === "none")
    return {
      evidenceClass: "diff-only" as const,
      why: "evidenceClass is diff-only: its review takes no prompt and reads the working tree's changes"
    }
  return /^\s*automatic\b/iu.test(grounding)
    ? {
        evidenceClass: "source-grounded" as const,
        why: "evidenceClass is source-grounded: its contract says that its grounding is automatic"
      }
    : {
        evidenceClass: "diff-only" as const,
        why: "evidenceClass is diff-only: its contract does not say that it reads the repository by itself"
      }
}

const secondMillis = 1000
const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Seconds after which both known wrappers end a review by themselves. Source: family facts 5. */
const wrapperSeconds = 1800

/** Time in which a wrapper that was ended by its own bound still says so, in seconds. */
const marginSeconds = 60

/** The bound of the wrapper itself: the default of its hard timeout, when it declares one. */
const ownSeconds = ({ settings }: FamilyMember, command: string): number => {
  const entry = settings.find(
    ({ appliesTo, key, retired }) =>
      key.endsWith("_HARD_TIMEOUT") && appliesTo.includes(command) && retired === undefined
  )
  const value = entry?.default ?? ""
  const amount = Number.parseFloat(value)
  if (entry === undefined || Number.isNaN(amount)) return wrapperSeconds
  return amount * (entry.kind === "duration" ? (unitSeconds[value.slice(-1)] ?? 1) : 1)
}

const floorMillis = (member: FamilyMember, command: string): number =>
  Math.min(limits.laneMillis, Math.ceil((ownSeconds(member, command) + marginSeconds) * secondMillis))

interface Facts {
  readonly member: FamilyMember
  readonly id: string
  readonly command: string
  readonly form: LaneForm
  readonly evidenceClass: "source-grounded" | "diff-only"
}

const reviewerOf = ({
  command,
  evidenceClass,
  form,
  id,
  member
}: Facts): LaneMade["manifest"]["reviewer"] => ({
  slug: id,
  flags: [`--${id}`],
  transport: "spawn",
  probe: { kind: "command-exists", binary: command },
  invoke: {
    binary: command,
    args: form.args,
    promptChannel: form.promptChannel,
    outputChannel: "stdout",
    modelArg: null,
    effortChannel: "none"
  },
  timeoutFloorMs: floorMillis(member, command),
  timeoutConfigKey: `review.timeouts.${id}`,
  emptyOutput: "stub-with-stderr",
  reviewsSection: id,
  evidenceClass,
  requiresBinaries: [],
  promptBudgetKey: null,
  modelConfigKey: null,
  effortConfigKey: null,
  defaultEffort: null,
  handler: null
})

const manifestOf = (facts: Facts): LaneMade["manifest"] => ({
  id: facts.id,
  role: "reviewer",
  version: facts.member.version,
  title: `Review by ${facts.command}`,
  description: `Lets the bridge ${facts.id} of the agent-workflow family read plans as an independent reviewer.`,
  tier: "full",
  requires: [],
  engines: { gsd: ">=1.8.0" },
  reviewer: reviewerOf(facts),
  config: {
    [`review.timeouts.${facts.id}`]: {
      type: "number",
      default: -1,
      description: `Seconds after which ${facts.command} is ended; what is below the lane's own bound, like -1, means that bound.`
    }
  }
})

/** A name that a program on the PATH has on every system. */
const commandPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/u

/**
 * Makes a lane's manifest of a bridge that provides `review` with a contract. Nothing of the member's text gets into it but
 * its name, version, command and the words of one form. Source: issue 9, build 9; seed 000, reviewer body.
 */
export const laneOfMember = (member: FamilyMember, taken: TakenNames): Result.Result<LaneMade, NoLane> => {
  const role = member.roles.get("review")
  if (!member.available) return noLane("it is a placeholder", "Install it, then try again")
  if (role === undefined) return noLane("it provides no `review`", "Choose a bridge that reviews")
  const { cmd: command, contract } = role
  if (contract === undefined)
    return noLane(
      "its `review` has no contract, which says how it is called",
      "Ask its author for a contract"
    )
  if (!commandPattern.test(command))
    return noLane(`its command \`${command}\` is no name on the PATH`, "Ask its author to correct `cmd`")
  if (!isVersion(member.version))
    return noLane(`its version \`${member.version}\` is no SemVer version`, "Ask its author for a version")
  return Result.map(chosenForm(role, writtenForms(member, contract)), (form) => {
    const { evidenceClass, why } = evidenceOf(form, contract)
    const id = laneId(member.name, command, taken)
    const manifest = manifestOf({ member, id, command, form, evidenceClass })
    return { manifest, reasons: [`The lane runs \`${form.form}\``, why] }
  })
}
