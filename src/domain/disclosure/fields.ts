import type { JsonValue } from "../json/value.ts"
import type { DisclosureClass } from "./DisclosureLine.ts"

/**
 * What holds a field to a consent digest. Every field is held by the content hash as well; the stricter binding
 * decides whether an update that changes it asks again.
 */
export type FieldBinding =
  /** In the powers model: shown, and an update that changes it asks. */
  | "powers"
  /** A member of the consent subject of its own. */
  | "subject"
  /** Runs, receives and instructs nothing: an update that changes it asks nobody. */
  | "content"

/** One row of the table: a field of the manifest and what it is to consent. */
export interface ManifestField {
  /** Pointer in which `*` is any one token and a last `**` the rest. */
  readonly pattern: string
  readonly class: DisclosureClass | "none"
  readonly binding: FieldBinding
  /** A value that differs from any sensible one, for the test that changes the field. */
  readonly example: JsonValue
  /** Set when the value is a path, or the stem of a skill or agent, of files in the bundle whose bytes matter. */
  readonly behind?: Behind
}

type Behind = "path" | "skill" | "agent"

type Row = readonly [pattern: string, example: JsonValue, behind?: Behind]

const rows = (
  kind: DisclosureClass | "none",
  binding: FieldBinding,
  fields: ReadonlyArray<Row>
): ReadonlyArray<ManifestField> =>
  fields.map(([pattern, example, behind]) => ({
    pattern,
    class: kind,
    binding,
    example,
    ...(behind === undefined ? {} : { behind })
  }))

/**
 * Every field of a manifest, first match wins: what runs, receives or instructs, then what does not. A test changes
 * each of them, and one byte of each file behind it, and fails when the digest stays.
 * The rows of gates speak of those that start something or ask an agent; the one of defaults, of settings that a
 * contribution is given.
 * Source: consent.md, seed 000 "Feature body" to "Reviewer body".
 */
export const manifestFields: ReadonlyArray<ManifestField> = [
  ...rows("hook", "powers", [
    ["/hooks/*/event", "OtherEvent"],
    ["/hooks/*/matcher", "Other"],
    ["/hooks/*/script", "hooks/other.sh", "path"],
    ["/hooks/*/**", "other"]
  ]),
  ...rows("command-module", "powers", [
    ["/commands/*/family", "other"],
    ["/commands/*/module", "other.cjs", "path"],
    ["/commands/*/router", "other"],
    ["/commands/*/subcommands", ["other"]],
    ["/commands/*/**", "other"]
  ]),
  ...rows("mcp-server", "powers", [
    ["/mcpServers/*/command", "other"],
    ["/mcpServers/*/args", ["other"]],
    ["/mcpServers/*/env/*", "other"],
    ["/mcpServers/*/cwd", "/other"],
    ["/mcpServers/*/url", "https://other.example"],
    ["/mcpServers/*/headers/*", "other"],
    ["/mcpServers/*/**", "other"]
  ]),
  ...rows("none", "content", [
    ["/reviewer/reviewsSection", "Other section"],
    ["/reviewer/timeoutFloorMs", 123_456]
  ]),
  ...rows("reviewer-lane", "powers", [
    ["/reviewer/slug", "other"],
    ["/reviewer/flags", ["--other"]],
    ["/reviewer/transport", "other"],
    ["/reviewer/probe/kind", "other"],
    ["/reviewer/probe/binary", "bin/other", "path"],
    ["/reviewer/probe/**", "other"],
    ["/reviewer/invoke/binary", "bin/other", "path"],
    ["/reviewer/invoke/args", ["other"]],
    ["/reviewer/invoke/env/*", "other"],
    ["/reviewer/invoke/defaultHost", "https://other.example"],
    ["/reviewer/invoke/**", "other"],
    ["/reviewer/requiresBinaries", ["other"]],
    ["/reviewer/**", "other"]
  ]),
  ...rows("instruction", "powers", [
    ["/gates/*/check/agentVerdict/ref/agent", "other"],
    ["/gates/*/check/agentVerdict/**", "other"],
    ["/steps/*/fragment/path", "fragments/other.md", "path"],
    ["/steps/*/fragment/inline", "other"],
    ["/steps/*/ref/skill", "other"],
    ["/steps/*/ref/agent", "other"],
    ["/contributions/*/fragment/path", "fragments/other.md", "path"],
    ["/contributions/*/**", "other"],
    ["/config/*/default", "other"],
    ["/skills/*", "other", "skill"],
    ["/agents/*", "other", "agent"]
  ]),
  ...rows("gate", "powers", [
    ["/gates/*/check/predicate/command", "other"],
    ["/gates/*/check/query", "other"],
    ["/gates/*/**", "other"]
  ]),
  ...rows("other", "powers", [
    ["/steps/*/ref/command", "other"],
    ["/steps/*/**", "other"],
    ["/runtime/orchestratorExec/command", "bin/other", "path"],
    ["/runtime/**", "other"]
  ]),
  ...rows("resolver", "powers", [
    ["/taskContentResolver/trackerPrefix", "other"],
    ["/taskContentResolver/invoke/binary", "bin/other", "path"],
    ["/taskContentResolver/invoke/args", ["{{id}}", "other"]],
    ["/taskContentResolver/**", 1]
  ]),
  ...rows("none", "subject", [
    ["/id", "other"],
    ["/version", "9.9.9"],
    ["/role", "other"],
    ["/requires/*", "other"]
  ]),
  ...rows("none", "content", [
    ["/title", "Other"],
    ["/description", "Other"],
    ["/tier", "full"],
    ["/engines/**", ">=1.0.1"],
    ["/runtimeCompat/**", "other"],
    ["/compatVersions/**", "1.0.1"],
    ["/integrity", "sha512-other"],
    ["/provenance/**", "other"],
    ["/author/**", "Other"],
    ["/homepage", "https://other.example"],
    ["/repository", "https://other.example"],
    ["/license", "Other"],
    ["/keywords/*", "other"],
    ["/config/**", "other"],
    ["/activationKey", "other"]
  ])
]

const fits = (pattern: ReadonlyArray<string>, tokens: ReadonlyArray<string>): boolean =>
  pattern.at(-1) === "**"
    ? tokens.length >= pattern.length - 1 && fits(pattern.slice(0, -1), tokens.slice(0, pattern.length - 1))
    : pattern.length === tokens.length &&
      pattern.every((token, index) => token === "*" || token === tokens[index])

/** The row of a field, by its RFC 6901 pointer; undefined for a member no row knows. */
export const fieldAt = (pointer: string): ManifestField | undefined =>
  manifestFields.find(({ pattern }) => fits(pattern.split("/"), pointer.split("/")))
