const loads = "makes the child load code of someone's choice"
const finds = "changes where programs, modules or libraries are found"
const starts = "names a program that the child starts"
const redirects = "sends the child's traffic somewhere else, or stops it from checking where it goes"
const settings = "changes which settings and credentials the child uses"

const named = (reason: string, names: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  names.map((name) => [name, reason])

/**
 * Variables that turn a child's environment into a way to run code or to redirect its traffic, in upper case, each
 * with the reason: a lane may not set them. The 20 names published in the seed are the floor; the list cannot be
 * complete, so consent to what is shown is the boundary, not this table. Source: seed 002; decisions 17.
 */
export const deniedEnvironmentNames: ReadonlyMap<string, string> = new Map([
  ...named(loads, [
    "NODE_OPTIONS",
    "NODE_REPL_EXTERNAL_MODULE",
    "BUN_INSPECT_PRELOAD",
    "PYTHONSTARTUP",
    "PYTHONHOME",
    "PYTHONINSPECT",
    "PYTHONBREAKPOINT",
    "PERL5OPT",
    "PERL5DB",
    "RUBYOPT",
    "LUA_INIT",
    "R_PROFILE",
    "R_PROFILE_USER",
    "PHPRC",
    "PHP_INI_SCAN_DIR",
    "ERL_FLAGS",
    "ERL_AFLAGS",
    "ERL_ZFLAGS",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "JAVA_OPTS",
    "MAVEN_OPTS",
    "GRADLE_OPTS",
    "SBT_OPTS",
    "SCALA_OPTS",
    "DOTNET_STARTUP_HOOKS",
    "DOTNET_ADDITIONAL_DEPS",
    "CORECLR_PROFILER_PATH",
    "COR_PROFILER_PATH",
    "PSMODULEPATH",
    "GCONV_PATH",
    "OPENSSL_CONF",
    "BASH_ENV",
    "ENV",
    "ZDOTDIR",
    "SHELLOPTS",
    "BASHOPTS",
    "IFS",
    "CDPATH",
    "GIT_TEMPLATE_DIR",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "VIMINIT",
    "EXINIT"
  ]),
  ...named(finds, [
    "PATH",
    "PATHEXT",
    "NODE_PATH",
    "PYTHONPATH",
    "PERL5LIB",
    "PERLLIB",
    "RUBYLIB",
    "CLASSPATH",
    "JAVA_HOME",
    "GEM_HOME",
    "GEM_PATH",
    "BUNDLE_GEMFILE",
    "GOROOT",
    "LUA_PATH",
    "LUA_CPATH",
    "LIBPATH",
    "SHLIB_PATH",
    "GIT_EXEC_PATH"
  ]),
  ...named(starts, [
    "SHELL",
    "COMSPEC",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "MANPAGER",
    "BROWSER",
    "LESSOPEN",
    "LESSCLOSE",
    "PROMPT_COMMAND",
    "PS0",
    "PS1",
    "PS4",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "GIT_ASKPASS",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_EXTERNAL_DIFF",
    "GIT_EDITOR",
    "GIT_SEQUENCE_EDITOR",
    "GIT_PAGER",
    "GIT_PROXY_COMMAND",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "CC",
    "CXX"
  ]),
  ...named(redirects, [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NODE_EXTRA_CA_CERTS",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "GIT_SSL_NO_VERIFY",
    "HOSTALIASES"
  ])
])

/** Beginnings of names a lane may not set, in upper case, each with the reason. Source: decisions 17. */
export const deniedEnvironmentPrefixes: ReadonlyMap<string, string> = new Map([
  ["LD_", loads],
  ["DYLD_", loads],
  ["_RLD", loads],
  ["BASH_FUNC_", loads],
  ["GIT_CONFIG", starts],
  ["NPM_CONFIG_", starts],
  ["PNPM_CONFIG_", starts],
  ["YARN_", starts],
  ["PIP_", starts],
  ["UV_INDEX", redirects]
])

/** Names that a lane may set, with a warning in the disclosure: legitimate uses are common. */
const warnedEnvironmentNames: ReadonlyMap<string, string> = new Map([
  ...named(settings, [
    "HOME",
    "USERPROFILE",
    "HOMEDRIVE",
    "HOMEPATH",
    "APPDATA",
    "LOCALAPPDATA",
    "XDG_CONFIG_HOME",
    "XDG_CONFIG_DIRS",
    "XDG_DATA_HOME",
    "XDG_DATA_DIRS",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "OPENCODE_CONFIG",
    "OPENCODE_CONFIG_DIR"
  ]),
  ...named(redirects, ["DOCKER_HOST", "KUBECONFIG", "NO_PROXY", "OLLAMA_HOST", "SSH_AUTH_SOCK"])
])

/** Endings that name the address an API client talks to. */
const warnedEndings: ReadonlyArray<string> = ["_BASE_URL", "_API_BASE", "_API_URL", "_ENDPOINT", "_PROXY"]

/**
 * Reason why a lane may not set a variable, undefined when it may. Names are compared in upper case, because the
 * lookup of Windows is case-blind.
 */
export const deniedReason = (name: string): string | undefined => {
  const upper = name.toUpperCase()
  const exact = deniedEnvironmentNames.get(upper)
  if (exact !== undefined) return exact
  for (const [prefix, reason] of deniedEnvironmentPrefixes) if (upper.startsWith(prefix)) return reason
  return undefined
}

/**
 * Reason for which the disclosure warns of a variable, undefined when there is none: every denied name, and those
 * that say which settings, credentials or addresses a program uses. MCP servers and lanes alike.
 */
export const warnedReason = (name: string): string | undefined => {
  const upper = name.toUpperCase()
  const ending = warnedEndings.some((text) => upper.endsWith(text)) ? redirects : undefined
  return deniedReason(name) ?? warnedEnvironmentNames.get(upper) ?? ending
}
