import type { ConsentBy } from "../consent/record.ts"

/** An environment variable that an agent sets for the commands it runs. */
export interface AgentMarker {
  readonly variable: string
  /** The agent, by the slug of its lane where it has one. */
  readonly agent: string
  /** The value that counts, where any other is no sign of an agent. */
  readonly value?: string
}

const marks = (agent: string, ...variables: ReadonlyArray<string>): ReadonlyArray<AgentMarker> =>
  variables.map((variable) => ({ variable, agent }))

/**
 * Signs that an agent is the caller, most telling first: an agent that runs inside another's terminal inherits the
 * other's variables. A person at the terminal of such an editor counts as the agent (Cursor sets its trace id there
 * too): that errs on the careful side. Sources: lanes.md section 1.4; the agents' own documentation; the lists of
 * Vercel's detect-agent, the AWS CDK and agentsmd/agents.md issue 136.
 */
export const agentMarkers: ReadonlyArray<AgentMarker> = [
  ...marks("antigravity", "ANTIGRAVITY_AGENT"),
  ...marks("codex", "CODEX_THREAD_ID", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_CI"),
  ...marks("gemini", "GEMINI_CLI"),
  ...marks("qwen", "QWEN_CODE"),
  ...marks("opencode", "OPENCODE", "OPENCODE_CLIENT"),
  ...marks("claude", "CLAUDECODE", "CLAUDE_CODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_IS_COWORK"),
  ...marks("cursor", "CURSOR_AGENT", "CURSOR_SESSION_ID", "CURSOR_TRACE_ID"),
  { variable: "CURSOR_EXTENSION_HOST_ROLE", agent: "cursor", value: "agent-exec" },
  ...marks("copilot", "COPILOT_CLI", "COPILOT_AGENT"),
  ...marks("augment", "AUGMENT_AGENT"),
  ...marks("cline", "CLINE_ACTIVE"),
  ...marks("goose", "GOOSE_TERMINAL"),
  ...marks("amp", "AMP_CURRENT_THREAD_ID"),
  ...marks("trae", "TRAE_AI_SHELL_ID"),
  ...marks("pi", "PI_CODING_AGENT"),
  ...marks("crush", "CRUSH"),
  ...marks("hermes", "HERMES_SESSION_ID"),
  ...marks("openclaw", "OPENCLAW_SHELL")
]

/** Variables in which an agent of any make gives its name. Source: agentsmd/agents.md issue 136. */
export const genericMarkers: ReadonlyArray<string> = ["AI_AGENT", "AGENT"]

/** Variables that show a build service as the caller. */
export const buildMarkers: ReadonlyArray<string> = [
  "CI",
  "CONTINUOUS_INTEGRATION",
  "GITHUB_ACTIONS",
  "GITLAB_CI",
  "BUILDKITE",
  "CIRCLECI",
  "TRAVIS",
  "APPVEYOR",
  "DRONE",
  "TF_BUILD",
  "TEAMCITY_VERSION",
  "JENKINS_URL",
  "BITBUCKET_BUILD_NUMBER",
  "CODEBUILD_BUILD_ID"
]

/** The environment as it is passed around: names to values. */
export type Variables = ReadonlyMap<string, string>

/** Every variable the three tables read; docs/env.md and the composition root take the list from here. */
export const callerVariables: ReadonlyArray<string> = [
  ...new Set([...agentMarkers.map(({ variable }) => variable), ...genericMarkers, ...buildMarkers])
]

const valueOf = (variables: Variables, name: string): string | undefined => {
  const value = variables.get(name)?.trim() ?? ""
  return value === "" || /^(?:0|false|no|off)$/iu.test(value) ? undefined : value
}

const isMarked = (variables: Variables, marker: AgentMarker): boolean => {
  const value = valueOf(variables, marker.variable)
  return value !== undefined && (marker.value === undefined || marker.value === value)
}

/**
 * Name of the agent that is calling, undefined when the environment shows none. An empty variable, `0`, `false`,
 * `no` and `off` are no sign. A generic marker gives its value as the name when that is a plain word, else `agent`.
 */
export const agentCalling = (variables: Variables): string | undefined => {
  const known = agentMarkers.find((marker) => isMarked(variables, marker))
  if (known !== undefined) return known.agent
  const named = genericMarkers.map((name) => valueOf(variables, name)).find((value) => value !== undefined)
  if (named === undefined) return undefined
  return /^[a-z][a-z0-9@._-]{1,39}$/iu.test(named) && !/^(?:true|yes|on)$/iu.test(named)
    ? named.toLowerCase()
    : "agent"
}

/** Tells whether a build service is calling. */
export const isBuildService = (variables: Variables): boolean =>
  buildMarkers.some((name) => valueOf(variables, name) !== undefined)

/**
 * Who says yes, for a consent record: an agent when its markers are there, else a build service or an unattended
 * run (no terminal) as `ci`, else the person at the terminal.
 */
export const consentBy = (variables: Variables, atTerminal: boolean): ConsentBy => {
  if (agentCalling(variables) !== undefined) return "agent"
  return isBuildService(variables) || !atTerminal ? "ci" : "tty"
}
