import { isWithin } from "../paths.ts"
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
  /** `H/store`. */
  readonly store: string
}

/** A missing entry that may be put back, since it still may run. */
export const isRestorable = (facts: WiringFacts, file: SettingsFacts, one: Inspected): boolean =>
  one.state === "missing" && file.hasFolder && facts.active.has(one.entry.owner)

const nameOf = ({ kind, owner, place }: WiredEntry): string =>
  kind === "hook" ? `hook of ${owner} on ${place}` : `server ${place} of ${owner}`

/** Several hooks of one capability may stand on one event: the command tells them apart. */
const subjectIn = (file: string, { entry }: Inspected): string =>
  subjectOf(`${file}: ${nameOf(entry)}${entry.kind === "hook" ? `: ${entry.marker}` : ""}`)

const ofEntry = (facts: WiringFacts, file: SettingsFacts) => (one: Inspected): ReadonlyArray<Finding> => {
  const subject = subjectIn(file.file, one)
  const name = nameOf(one.entry)
  const asks: Fix = isRestorable(facts, file, one) ? "asks" : "none"
  switch (one.state) {
    case "present":
      return []
    case "missing":
      return [
        {
          kind: "wiring-missing",
          subject,
          message: shown`The ${name} is not in ${file.file} any more`,
          hint:
            asks === "asks"
              ? "`gsd doctor --fix` puts it back after asking"
              : file.hasFolder
                ? shown`${one.entry.owner} is not active, so it stays out; \`gsd capability state ${one.entry.owner}\` says why`
                : "The folder of that file is gone too, so it stays out",
          fix: asks
        }
      ]
    case "resurrected":
      return [
        {
          kind: "wiring-resurrected",
          subject,
          message: shown`The ${name} was taken out of ${file.file} and is back, at ${one.pointer}`,
          hint: "A host wrote an old copy; `gsd doctor --fix` takes it out after asking",
          fix: "asks"
        }
      ]
    case "collides":
      return [
        {
          kind: "wiring-collides",
          subject,
          message: shown`${file.file} has another server under the name of the ${name}, at ${one.pointer}`,
          hint: "Rename or remove one of the two",
          fix: "none"
        }
      ]
  }
}

const ofHook = (facts: WiringFacts, file: SettingsFacts) => (hook: SettingsFacts["hooks"][number]): ReadonlyArray<Finding> => {
  const mine = file.found.filter(({ entry }) => entry.kind === "hook" && entry.marker === hook.command)
  if (mine.some((one) => one.state === "resurrected")) return []
  const subject = subjectOf(`${file.file}: ${hook.pointer}: ${hook.script}`)
  if (!hook.exists)
    return [
      {
        kind: "script-missing",
        subject,
        message: shown`The hook on ${hook.event} at ${hook.pointer} of ${file.file} starts ${hook.script}, which is not there`,
        hint:
          mine[0] === undefined
            ? "gsd did not put it there as far as it knows; take it out of the file"
            : shown`Fetch it again with \`gsd capability update ${mine[0].entry.owner}\`, or take it out with \`gsd capability disable ${mine[0].entry.owner}\``,
        fix: "none"
      }
    ]
  if (mine.length > 0 || !isWithin(hook.script, facts.store)) return []
  return [
    {
      kind: "hook-unrecorded",
      subject,
      message: shown`The hook on ${hook.event} at ${hook.pointer} of ${file.file} starts ${hook.script}, and no ledger knows of it`,
      hint: "gsd cannot stop a host from running it; take it out of the file",
      fix: "none"
    }
  ]
}

/** Judges what stands in other programs' settings files. Source: cases U07. */
export const judgeWiring = (facts: WiringFacts): ReadonlyArray<Finding> =>
  facts.files.flatMap((file) =>
    file.problem === undefined
      ? [...file.found.flatMap(ofEntry(facts, file)), ...file.hooks.flatMap(ofHook(facts, file))]
      : [
          {
            kind: "settings-unreadable",
            subject: subjectOf(file.file),
            message: shown`Entries of gsd's are recorded in ${file.file}, which cannot be looked at: ${file.problem}`,
            hint: "Correct the file; until then nothing can be put in or taken out",
            fix: "none"
          } satisfies Finding
        ]
  )
