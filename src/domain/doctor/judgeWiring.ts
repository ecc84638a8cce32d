import { isWithin } from "../paths.ts"
import { ownedBy } from "../projection/wish.ts"
import { builtInIds } from "../registry/builtIn.ts"
import { commandOf } from "../settings/entryOf.ts"
import type { WiredEntry } from "../settings/FileWiring.ts"
import type { ScriptHook } from "../settings/hooksIn.ts"
import type { Inspected } from "../settings/inspect.ts"
import { shown } from "../text/escape.ts"
import { subjectOf, type Finding, type Fix } from "./finding.ts"

/** A recorded settings file as it is now. */
export interface SettingsFacts {
  readonly file: string
  /** Why it cannot be read or edited, when it cannot; then nothing else is known of it. */
  readonly problem?: string
  /** Recorded entries and what became of them; taken-out ones that came back. */
  readonly found: ReadonlyArray<Inspected>
  /** Owners of the hooks that ledgers of other scopes record in it, by command. */
  readonly elsewhere: ReadonlyMap<string, string>
  /** Its hooks that start a script, whoever's. */
  readonly hooks: ReadonlyArray<ScriptHook & { readonly exists: boolean }>
  /** The folder it is in stands, so that a file can be made there. */
  readonly hasFolder: boolean
}

/** Every settings file that a scope's ledger records. */
export interface WiringFacts {
  readonly files: ReadonlyArray<SettingsFacts>
  /** Capabilities that are acted on now; nothing of another is put back. */
  readonly active: ReadonlySet<string>
  /** Capabilities that are known not to be acted on though entries of theirs are recorded, with the reason. */
  readonly inactive: ReadonlyMap<string, string>
  /** `H/store`. */
  readonly store: string
}

/** A missing entry that may be put back, since it still may run. */
export const isRestorable = (facts: WiringFacts, file: SettingsFacts, one: Inspected): boolean =>
  one.state === "missing" && file.hasFolder && facts.active.has(one.entry.owner)

/** An entry that stands though its owner is not acted on: a host asks nobody and runs it. */
export const isInactive = (facts: WiringFacts, one: Inspected): boolean =>
  one.state === "present" && facts.inactive.has(one.entry.owner)

const nameOf = ({ kind, owner, place }: WiredEntry): string => {
  const { capability, runtime } = ownedBy(owner)
  // What a host needs for any of them belongs to no capability.
  const name = capability === "" ? "gsd" : capability
  const whose = runtime === undefined ? name : `${name} for ${runtime}`
  const names: Record<WiredEntry["kind"], string> = {
    hook: `hook of ${whose} on ${place}`,
    server: `server ${place} of ${whose}`,
    item: `item of ${whose} in ${place}`,
    member: `member ${place} of ${whose}`,
    block: `block of ${whose}`
  }
  return names[kind]
}

/** Several hooks of one capability may stand on one event, several items in one list: what stands there tells them apart. */
const apart = ({ element, kind, marker }: WiredEntry): string =>
  kind === "hook" ? `: ${marker}` : kind === "item" ? `: ${element}` : ""

const subjectIn = (file: string, { entry }: Inspected): string =>
  subjectOf(`${file}: ${nameOf(entry)}${apart(entry)}`)

const missingHint = (file: SettingsFacts, { entry }: Inspected, fix: Fix): string => {
  if (fix === "asks") return "`gsd doctor --fix` puts it back after asking"
  const { capability, runtime } = ownedBy(entry.owner)
  if (!file.hasFolder) return "The folder of that file is gone too, so it stays out"
  return runtime !== undefined && (capability === "" || builtInIds.has(capability))
    ? shown`\`gsd runtime apply ${runtime}\` puts it back`
    : shown`${capability} is not active, so it stays out; \`gsd capability state ${capability}\` says why`
}

const ofInactive = (facts: WiringFacts, file: SettingsFacts, one: Inspected): Finding => {
  const { owner } = one.entry
  return {
    kind: "wiring-inactive",
    subject: subjectIn(file.file, one),
    message: shown`The ${nameOf(one.entry)} is in ${file.file}, at ${one.pointer}, though ${ownedBy(owner).capability} is not active: ${facts.inactive.get(owner) ?? ""}`,
    hint: "A host runs it all the same; `gsd doctor --fix` takes it out after asking",
    fix: "asks"
  }
}

const ofEntry = (facts: WiringFacts, file: SettingsFacts, one: Inspected): ReadonlyArray<Finding> => {
  const subject = subjectIn(file.file, one)
  const name = nameOf(one.entry)
  const asks: Fix = isRestorable(facts, file, one) ? "asks" : "none"
  const findings: Record<Inspected["state"], ReadonlyArray<Finding>> = {
    present: isInactive(facts, one) ? [ofInactive(facts, file, one)] : [],
    missing: [
      {
        kind: "wiring-missing",
        subject,
        message: shown`The ${name} is not in ${file.file} any more`,
        hint: missingHint(file, one, asks),
        fix: asks
      }
    ],
    resurrected: [
      {
        kind: "wiring-resurrected",
        subject,
        message: shown`The ${name} was taken out of ${file.file} and is back, at ${one.pointer}`,
        hint: "A host wrote an old copy; `gsd doctor --fix` takes it out after asking",
        fix: "asks"
      }
    ],
    collides: [
      {
        kind: "wiring-collides",
        subject,
        message:
          one.entry.kind === "server"
            ? shown`${file.file} has another server under the name of the ${name}, at ${one.pointer}`
            : shown`${file.file} has something else in place of the ${name}, at ${one.pointer}`,
        hint: "Rename or remove one of the two",
        fix: "none"
      }
    ]
  }
  return findings[one.state]
}

type HookFacts = SettingsFacts["hooks"][number]

const hookSubject = (file: SettingsFacts, hook: HookFacts): string =>
  subjectOf(`${file.file}: ${hook.pointer}: ${hook.script}`)

const startsNothing = (file: SettingsFacts, hook: HookFacts, owner: string | undefined): Finding => ({
  kind: "script-missing",
  subject: hookSubject(file, hook),
  message: shown`The hook on ${hook.event} at ${hook.pointer} of ${file.file} starts ${hook.script}, which is not there`,
  hint:
    owner === undefined
      ? "gsd did not put it there as far as it knows; take it out of the file"
      : shown`Fetch it again with \`gsd capability update ${ownedBy(owner).capability}\`, or take it out with \`gsd capability disable ${ownedBy(owner).capability}\``,
  fix: "none"
})

const ofHook = (facts: WiringFacts, file: SettingsFacts, hook: HookFacts): ReadonlyArray<Finding> => {
  const mine = file.found.filter(({ entry }) => commandOf(entry) === hook.command)
  if (mine.some((one) => one.state === "resurrected")) return []
  if (!hook.exists)
    return [startsNothing(file, hook, mine[0]?.entry.owner ?? file.elsewhere.get(hook.command))]
  if (mine.length > 0 || file.elsewhere.has(hook.command) || !isWithin(hook.script, facts.store)) return []
  return [
    {
      kind: "hook-unrecorded",
      subject: hookSubject(file, hook),
      message: shown`The hook on ${hook.event} at ${hook.pointer} of ${file.file} starts ${hook.script}, and no ledger knows of it`,
      hint: "gsd cannot stop a host from running it; take it out of the file",
      fix: "none"
    }
  ]
}

const ofUnreadable = (file: string, problem: string): Finding => ({
  kind: "settings-unreadable",
  subject: subjectOf(file),
  message: shown`Entries of gsd's are recorded in ${file}, which cannot be looked at: ${problem}`,
  hint: "Correct the file; until then nothing can be put in or taken out",
  fix: "none"
})

/** Judges what stands in other programs' settings files. Source: cases U07. */
export const judgeWiring = (facts: WiringFacts): ReadonlyArray<Finding> =>
  facts.files.flatMap((file) =>
    file.problem === undefined
      ? [
          ...file.found.flatMap((one) => ofEntry(facts, file, one)),
          ...file.hooks.flatMap((hook) => ofHook(facts, file, hook))
        ]
      : [ofUnreadable(file.file, file.problem)]
  )
