import { ModelDisk } from "./disk.ts"

/** Names of the model's directories; every one is synced alone, as if each were a file system of its own. */
export const at = {
  ledger: "ledger",
  consent: "consent",
  store: "store",
  staging: "staging",
  trash: "trash",
  attention: "attention",
  transactions: "tx",
  transaction: "tx/1",
  skills: "skills"
} as const

/** The transaction that every exploration runs. */
export const ourTx = "1"

/** A ledger of one capability: `kept` are its generations, of which one is active. */
export interface Ledger {
  readonly rev: number
  readonly lastTx: string
  readonly active: string | null
  readonly kept: ReadonlyArray<string>
}

/** Whether a generation may run, by generation; an absent one was never agreed to. */
export type Consent = Readonly<Record<string, "standing" | "revoked">>

/** Where a transaction begins or ends. */
export interface State {
  readonly active: string | null
  readonly kept: ReadonlyArray<string>
  readonly consent: Consent
}

export type Operation = "install" | "update" | "rollback" | "remove"
export const operations: ReadonlyArray<Operation> = ["install", "update", "rollback", "remove"]

const none: State = { active: null, kept: [], consent: {} }
const two: State = { active: "2", kept: ["1", "2"], consent: { 1: "standing", 2: "standing" } }

/**
 * Both ends of each operation. Update lets the oldest generation go; rollback goes back to a kept one
 * that was revoked and is agreed to again, so that its undo has a record to put back.
 */
export const ends: Record<Operation, { readonly from: State; readonly to: State }> = {
  install: { from: none, to: { active: "1", kept: ["1"], consent: { 1: "standing" } } },
  update: { from: two, to: { active: "3", kept: ["2", "3"], consent: { 2: "standing", 3: "standing" } } },
  rollback: {
    from: { ...two, consent: { 1: "revoked", 2: "standing" } },
    to: { ...two, active: "1" }
  },
  remove: { from: two, to: none }
}

/** A file that is not ours: settings of the person's with our entry in them, or a projection that is all ours. */
export interface ForeignFile {
  readonly directory: string
  readonly name: string
  readonly kind: "settings" | "projection"
  /** What the person wrote there; a settings file without any is created and removed by us. */
  readonly own: string
}

export const foreignFiles: ReadonlyArray<ForeignFile> = [
  { directory: "settings-a", name: "settings", kind: "settings", own: "mine" },
  { directory: "settings-b", name: "settings", kind: "settings", own: "" },
  { directory: "skills/a", name: "skill", kind: "projection", own: "" },
  { directory: "skills/b", name: "skill", kind: "projection", own: "" }
]

/** Settings are the person's text, a bar, and the generation that is wired there. */
export const settingsText = (own: string, wired: string): string | undefined =>
  own === "" && wired === "" ? undefined : `${own}|${wired}`

/** Takes settings apart; undefined when they are none. */
export const readSettings = (text: string): { readonly own: string; readonly wired: string } | undefined => {
  const parts = text.split("|")
  return parts.length === 2 ? { own: parts[0] ?? "", wired: parts[1] ?? "" } : undefined
}

/** What a foreign file holds while a generation is active; undefined: it is not there. */
export const contentOf = (file: ForeignFile, active: string | null): string | undefined =>
  file.kind === "settings"
    ? settingsText(file.own, active ?? "")
    : active === null
      ? undefined
      : `skill ${active}`

export const bundleOf = (generation: string): string => `bundle ${generation}`

export const consentText = (consent: Consent): string =>
  JSON.stringify(Object.fromEntries(Object.entries(consent).toSorted(([a], [b]) => (a < b ? -1 : 1))))

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return undefined
  }
}

/** Reads a ledger; undefined when it is not there or cannot be read. */
export const readLedger = (text: string | undefined) => parsed(text) as Ledger | undefined

/** Reads the consent store; undefined when it is not there or cannot be read. */
export const readConsent = (text: string | undefined) => parsed(text) as Consent | undefined

/** The files of the state itself, as the ledger's directory and the consent's hold them. */
const foreignAt = (directory: string, active: string | null): ReadonlyMap<string, string> =>
  new Map(
    foreignFiles
      .filter((file) => file.directory === directory)
      .flatMap((file) => {
        const text = contentOf(file, active)
        return text === undefined ? [] : [[file.name, text] as const]
      })
  )

/** The disk before an operation: the bundle it brings is staged, and one of its projections has no folder yet. */
export const diskBefore = (state: State, staged: ReadonlyArray<string>): ModelDisk => {
  const ledger: Ledger = { rev: 1, lastTx: "0", active: state.active, kept: state.kept }
  const folders = state.active === null ? ["a"] : ["a", "b"]
  return ModelDisk.from(
    new Map<string, ReadonlyMap<string, string>>([
      [at.ledger, new Map([["file", JSON.stringify(ledger)]])],
      [at.consent, new Map([["file", consentText(state.consent)]])],
      [at.store, new Map(state.kept.map((one) => [one, bundleOf(one)]))],
      [at.staging, new Map(staged.map((one) => [one, bundleOf(one)]))],
      [at.trash, new Map()],
      [at.attention, new Map()],
      [at.transactions, new Map()],
      [at.skills, new Map(folders.map((one) => [one, "directory"]))],
      ["settings-a", foreignAt("settings-a", state.active)],
      ["settings-b", foreignAt("settings-b", state.active)],
      ...folders.map((one) => [`skills/${one}`, foreignAt(`skills/${one}`, state.active)] as const)
    ])
  )
}
