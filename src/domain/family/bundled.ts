import type { MemberKind } from "./manifest.ts"

/** A member that the product knows by name: where it is installed, and what it leaves in a project. */
export interface KnownMember {
  readonly name: string
  readonly kind: MemberKind
  /** Variable that names its folder. */
  readonly env: string
  /** Its folder without that variable. */
  readonly default: string
  /** File, from the project's root, whose content is the deployed version. */
  readonly stamp?: string
}

/** The members of the family, as their manifests declare them. Source: family facts 10, data/family-real. */
export const knownMembers: ReadonlyArray<KnownMember> = [
  {
    name: "agent-workflow-kit",
    kind: "composition-root",
    env: "AGENT_WORKFLOW_KIT_DIR",
    default: "~/.claude/skills/agent-workflow-kit",
    stamp: "docs/ai/.workflow-version"
  },
  {
    name: "agent-workflow-memory",
    kind: "memory-substrate",
    env: "AGENT_WORKFLOW_MEMORY_DIR",
    default: "~/.claude/skills/agent-workflow-memory",
    stamp: "docs/ai/.memory-version"
  },
  {
    name: "agent-workflow-engine",
    kind: "methodology-engine",
    env: "AGENT_WORKFLOW_ENGINE_DIR",
    default: "~/.claude/skills/agent-workflow-engine"
  },
  {
    name: "codex-cli-bridge",
    kind: "execution-backend",
    env: "CODEX_CLI_BRIDGE_DIR",
    default: "~/.claude/skills/codex-cli-bridge"
  },
  {
    name: "antigravity-cli-bridge",
    kind: "execution-backend",
    env: "ANTIGRAVITY_CLI_BRIDGE_DIR",
    default: "~/.claude/skills/antigravity-cli-bridge"
  }
]
