import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const data = join(import.meta.dirname, "../data/family/real")

const put = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** The manifest of a real member, as collected. */
export const realManifest = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(data, name, "capability.json"), "utf8"))

/** Puts a manifest into a folder, with an empty file for each that it names, and the version that it says. */
export const layMember = (folder: string, manifest: Record<string, unknown>) => {
  put(join(folder, "capability.json"), JSON.stringify(manifest))
  put(join(folder, "SKILL.md"), `---\nname: x\nmetadata:\n  version: '${String(manifest["version"])}'\n---\n`)
  const roles = Object.values(manifest["roles"] ?? {}) as ReadonlyArray<{ source: string; template?: string }>
  for (const { source, template } of roles) {
    put(join(folder, source), "")
    if (template !== undefined) put(join(folder, template), "")
  }
}

/** A valid bridge of a third party, with some members replaced. */
export const acmeManifest = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  family: "agent-workflow",
  schema: 1,
  name: "acme-bridge",
  kind: "execution-backend",
  version: "1.2.3",
  provides: ["review"],
  roles: { review: { cmd: "acme-review", source: "bin/review.sh" } },
  detect: {
    installed: { env: "ACME_BRIDGE_DIR", default: "~/.claude/skills/acme-bridge", file: "SKILL.md" }
  },
  settings: [
    {
      key: "ACME_SECONDS",
      kind: "integer",
      min: 1,
      max: 600,
      default: "60",
      appliesTo: ["acme-review"],
      effect: "Seconds of a review"
    }
  ],
  ...over
})
