import { reservedPrefixes } from "./vocabulary.ts"

/**
 * Ids of the 46 published first-party capabilities, of which this product ships a part, and of `plan-lint`, which is our
 * own; sorted. None may be installed by another.
 */
export const firstPartyIds: ReadonlySet<string> = new Set([
  "ai-integration",
  "antigravity",
  "assumption-delta",
  "audit",
  "augment",
  "broken-windows",
  "claude",
  "claude-orchestration",
  "cline",
  "code-review",
  "codebuddy",
  "coderabbit",
  "codex",
  "copilot",
  "cursor",
  "drift",
  "external-job",
  "gap-analysis",
  "gemini",
  "graphify",
  "hermes",
  "intel",
  "kilo",
  "kimi",
  "kimi-code",
  "live-dom-uat",
  "llama-cpp",
  "lm-studio",
  "mempalace",
  "nyquist",
  "ollama",
  "opencode",
  "pattern-mapper",
  "pi",
  "plan-lint",
  "profile-pipeline",
  "qwen",
  "refactor-trigger",
  "research",
  "schema-gate",
  "security",
  "tdd",
  "trae",
  "ui",
  "vscode",
  "windsurf",
  "zcode"
])

/** Reserved prefix that `id` starts with, the longest one, compared in lower case; undefined when none. Source: seed 000, invariants. */
export const reservedPrefixOf = (id: string): string | undefined =>
  reservedPrefixes.filter((prefix) => id.toLowerCase().startsWith(prefix)).at(-1)
