import { below, capability } from "../support/capabilities.ts"
import { nothingBuiltIn } from "../support/hosts.ts"

/** The hosts of the walks with some: whole files of ours in one, beside edits of JSON and of TOML in both. */
export const hosts: ReadonlyArray<string> = ["claude", "codex"]

/** Files of theirs, and one of ours. */
export const hostFiles = {
  claude: "/home/ada/.claude/settings.json",
  codex: "/home/ada/.codex/hooks.json",
  skill: "/home/ada/.claude/skills/gsd-hk-s/SKILL.md"
} as const

const first = capability({}, { "skills/hk-s/run.sh": "echo run by a shell\n" })

/** The text of the skill and what the hook runs are others, and a script of the skill becomes executable. */
const second = capability(
  { version: "1.1.0" },
  {
    "hooks/a.sh": "#!/bin/sh\necho changed\n",
    "skills/hk-s/run.sh": "#!/bin/sh\necho run\n",
    "skills/hk-s/SKILL.md": "---\nname: hk-s\ndescription: Says hello\n---\nSay hello, quietly.\n"
  }
)

/** What stands on the disk of such a walk; nothing that the product brings along reaches hosts, so that it is short. */
export const filesWithHosts = (settings: string): Readonly<Record<string, string | Uint8Array>> => ({
  "/home/ada/.gsd/ledger.json": nothingBuiltIn(),
  [hostFiles.claude]: settings,
  "/home/ada/.codex/config.toml": 'model = "o"\n',
  ...below("/g1/hk-cap", first),
  ...below("/g2/hk-cap", second)
})
