import type { JsonObject } from "../../src/domain/json/value.ts"
import { below, capability, type CapabilityFiles } from "./capabilities.ts"

/** A capability as the public system has it installed in a scope. */
export interface PublicCapability {
  readonly id: string
  readonly version?: string
  readonly source: string
  readonly files: CapabilityFiles
  /** Settings files that it is wired into, relative to the scope's root. */
  readonly settings?: ReadonlyArray<string>
  /** Members of its ledger entry that are other than usual. */
  readonly entry?: JsonObject
}

/** The entry of the public system's ledger, form version 1. */
export const publicEntry = ({ entry, id, settings = [], source, version = "1.0.0" }: PublicCapability) => ({
  id,
  version,
  source,
  integrity: "",
  files: [`.gsd/capabilities/${id}`],
  sharedEdits: settings.map((file) => ({ file, marker: id })),
  ...entry
})

/** The text of the public system's ledger. */
export const publicLedgerText = (capabilities: ReadonlyArray<PublicCapability>, version = "1"): string => {
  const entries = Object.fromEntries(capabilities.map((one) => [one.id, publicEntry(one)]))
  return `${JSON.stringify({ version, updatedAt: "2031-02-03T04:05:06.007Z", entries }, null, 2)}\n`
}

/** The files of a public installation below a root. */
export const publicInstallation = (
  root: string,
  capabilities: ReadonlyArray<PublicCapability>
): Record<string, string> => ({
  [`${root}/.gsd-capabilities.json`]: publicLedgerText(capabilities),
  ...Object.assign(
    {},
    ...capabilities.map(({ files, id }) => below(`${root}/.gsd/capabilities/${id}`, files))
  )
})

/** A hook as the public system writes it into a settings file. */
export const publicHook = (id: string, command: string, matcher?: string): JsonObject => ({
  _gsdCapability: id,
  hooks: [{ type: "command", command }],
  ...(matcher === undefined ? {} : { matcher })
})

/** A capability with a shell hook with a matcher, one of JavaScript, and a server. */
export const gate = (members: JsonObject = {}, files: CapabilityFiles = {}): CapabilityFiles =>
  capability(
    {
      id: "acme-gate",
      skills: ["acme-s"],
      hooks: [
        { event: "PreToolUse", script: "hooks/gate.sh", matcher: "Bash" },
        { event: "SessionStart", script: "hooks/start.cjs" }
      ],
      mcpServers: { acme: { command: "acme-server", args: ["--quiet"] } },
      ...members
    },
    {
      "hooks/a.sh": "#!/bin/sh\n",
      "hooks/gate.sh": "#!/bin/sh\nexit 0\n",
      "hooks/start.cjs": "process.exitCode = 0\n",
      "skills/hk-s/SKILL.md": "---\nname: hk-s\ndescription: Not named\n---\n",
      "skills/acme-s/SKILL.md": "---\nname: acme-s\ndescription: Says hello\n---\nSay hello.\n",
      ...files
    }
  )

/** What the public system put into settings files for `gate` in a scope's root. */
export const gateEntries = (root: string, id = "acme-gate") => {
  const folder = `${root}/.gsd/capabilities/${id}`
  return {
    PreToolUse: publicHook(id, `'${folder}/hooks/gate.sh'`, "Bash"),
    SessionStart: publicHook(id, `node '${folder}/hooks/start.cjs'`),
    acme: { command: "acme-server", args: ["--quiet"], _gsdCapability: id }
  }
}
