import { clusterPasswordVariable } from "../cluster/address.ts"
import { agentMarkers, genericMarkers } from "../agent/markers.ts"

/** Why a lane's program is not given a variable of ours. */
export type WithheldReason =
  /** Says that a session of an agent is around it, so that it would join or refuse. */
  | "session"
  /** Makes it load code that was meant for the calling agent. */
  | "loader"
  /** A secret of this program, which none of its lanes needs. */
  | "own"

const withReason = (
  reason: WithheldReason,
  names: ReadonlyArray<string>
): ReadonlyArray<readonly [string, WithheldReason]> => names.map((name) => [name, reason])

/**
 * Every variable of the parent that a lane's program is not given, in upper case, with the reason. Everything else
 * arrives: PATH, HOME, proxies, keys of the lane's own service. Where an agent finds its own settings (`CODEX_HOME`,
 * `CLAUDE_CONFIG_DIR`, `CLAUDE_CODE_USE_BEDROCK`) is the person's and stays. Sources: cases U55, the lists named in
 * `domain/agent/markers.ts`, the agents' own documentation.
 */
export const withheldVariables: ReadonlyMap<string, WithheldReason> = new Map([
  ...withReason("session", [
    ...agentMarkers.map(({ variable }) => variable),
    ...genericMarkers,
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_CODE_SSE_PORT",
    "CLAUDE_CODE_REMOTE",
    "CLAUDE_CODE_REMOTE_SESSION_ID",
    "CLAUDE_CODE_PARENT_SESSION_ID",
    "CLAUDE_CODE_AGENT_ID",
    "CLAUDE_CODE_CHILD_SESSION",
    "CLAUDE_CODE_SESSION_ACCESS_TOKEN",
    "CLAUDE_AGENT_SDK_VERSION",
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_PLUGIN_ROOT",
    "CLAUDE_ENV_FILE",
    "CODEX_SESSION_ID",
    "CODEX_INTERNAL_ORIGINATOR_OVERRIDE",
    "GEMINI_CLI_IDE_SERVER_PORT",
    "GEMINI_CLI_IDE_WORKSPACE_PATH",
    "GEMINI_CLI_NO_RELAUNCH",
    "QWEN_CODE_IDE_SERVER_PORT",
    "QWEN_CODE_IDE_WORKSPACE_PATH",
    "QWEN_CODE_NO_RELAUNCH",
    "OPENCODE_SERVER",
    "OPENCODE_PID",
    "OPENCODE_CALLER",
    "OPENCODE_RUN_ID"
  ]),
  ...withReason("loader", [
    "NODE_OPTIONS",
    "NODE_REPL_EXTERNAL_MODULE",
    "NODE_CHANNEL_FD",
    "NODE_UNIQUE_ID",
    "VSCODE_INSPECTOR_OPTIONS",
    "ELECTRON_RUN_AS_NODE",
    "BUN_INSPECT",
    "BUN_INSPECT_PRELOAD",
    "LD_PRELOAD",
    "LD_AUDIT",
    "DYLD_INSERT_LIBRARIES",
    "PYTHONSTARTUP",
    "PYTHONINSPECT",
    "PYTHONBREAKPOINT",
    "PERL5OPT",
    "PERL5DB",
    "RUBYOPT",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "DOTNET_STARTUP_HOOKS",
    "BASH_ENV",
    "ENV"
  ]),
  ...withReason("own", [clusterPasswordVariable])
])

/** Names that every lane is given where the environment is an allowlist, in upper case. Source: ours. */
const commonNames: ReadonlyArray<string> = [
  "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM NO_COLOR CI TMPDIR TMP TEMP",
  "XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR",
  "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY",
  "NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE",
  "SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE USERNAME HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA",
  "PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE OS"
].flatMap((line) => line.split(" "))

const google = ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CLOUD_PROJECT"]
const openAi = ["OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"]
const anthropic = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_MODEL"]

/** Names that a first-party lane is given besides, by slug: its own service's. Source: the programs' documentation. */
const ownNames: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  [
    "gemini",
    [...google, "GEMINI_MODEL", "GOOGLE_CLOUD_LOCATION", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA"]
  ],
  ["claude", [...anthropic, "CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_USE_BEDROCK"]],
  ["codex", [...openAi, "CODEX_API_KEY", "CODEX_HOME"]],
  ["coderabbit", ["CODERABBIT_API_KEY"]],
  ["opencode", ["OPENCODE_API_KEY", "OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR"]],
  ["qwen", [...openAi, "OPENAI_MODEL", "DASHSCOPE_API_KEY"]],
  ["cursor", ["CURSOR_API_KEY"]],
  ["antigravity", google],
  ["kimi-code", ["KIMI_API_KEY", "KIMI_BASE_URL", "KIMI_MODEL_NAME", "MOONSHOT_API_KEY"]]
])

/**
 * Names that a lane is given where the environment is an allowlist, in upper case, locale variables aside. A lane of an
 * overlay has none of its own: a slug is no proof of a service, so the person lists them.
 */
export const allowedNames = (
  slug: string,
  isFirstParty: boolean,
  listed: ReadonlyArray<string>
): ReadonlySet<string> =>
  new Set([
    ...commonNames,
    ...(isFirstParty ? (ownNames.get(slug) ?? []) : []),
    ...listed.map((name) => name.toUpperCase())
  ])
