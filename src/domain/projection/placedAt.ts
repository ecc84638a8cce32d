import type { ProjectedKind } from "../ledger/runtimes.ts"
import { isWithin, nameOf } from "../paths.ts"
import type { Artifact } from "../runtime/home.ts"
import type { Places } from "./places.ts"
import { underneath } from "./unit.ts"

/** What a file of a runtime is, by its path. */
export interface PlacedAt {
  readonly kind: ProjectedKind
  /** What it is called in the runtime. */
  readonly name: string
}

const kinds: Readonly<Record<Artifact["kind"], ProjectedKind>> = {
  skills: "skill",
  commands: "command",
  agents: "agent",
  "kimi-agents": "agent"
}

const nameIn = (kind: Artifact["kind"], below: string): string =>
  kind === "skills" ? (below.split("/")[0] ?? below) : nameOf(`/${below}`).replace(/\..*$/u, "")

/** The whole text of a command whose own file is too short for it. */
const commandBody = /\/gsd\/commands\/([^/]+)\.md$/u

/** What a file that a ledger records is, by where the layout places it; what lies nowhere there belongs to hooks. */
export const placedAt = ({ artifacts }: Pick<Places, "artifacts">, path: string): PlacedAt => {
  const found = artifacts.find((one) => path !== one.path && isWithin(path, one.path))
  const body = commandBody.exec(path)?.[1]
  if (found === undefined && body !== undefined) return { kind: "command", name: body }
  if (found === undefined) return { kind: "hook", name: nameOf(path) }
  const { kind } = found.artifact
  return { kind: kinds[kind], name: nameIn(kind, path.slice(underneath(found.path, "").length)) }
}
