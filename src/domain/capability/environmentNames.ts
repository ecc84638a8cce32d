/** Portable grammar of an environment variable's name. Source: seed 000, reviewer body; decisions "Text damage". */
export const environmentNamePattern = /^[A-Za-z_][A-Za-z0-9_]*$/u

const loads = "makes the child load code of someone's choice"
const searches = "changes where programs, modules or libraries are found"
const runs = "names a program that the child starts"
const redirects = "sends the child's traffic or secrets elsewhere"

/**
 * Variables a lane may not set, in upper case, each with the reason. The published list of 20 is the floor.
 * Source: seed 000, reviewer body; decisions 17.
 */
export const deniedEnvironmentNames: ReadonlyMap<string, string> = new Map([
  ["PATH", searches],
  ["PATHEXT", searches],
  ["NODE_OPTIONS", loads],
  ["NODE_REPL_EXTERNAL_MODULE", loads],
  ["NODE_PATH", searches],
  ["NODE_TLS_REJECT_UNAUTHORIZED", redirects],
  ["NODE_EXTRA_CA_CERTS", redirects],
  ["PYTHONSTARTUP", loads],
  ["PYTHONPATH", searches],
  ["PYTHONHOME", searches],
  ["PYTHONINSPECT", loads],
  ["PERL5OPT", loads],
  ["PERL5LIB", searches],
  ["PERLLIB", searches],
  ["PERL5DB", loads],
  ["RUBYOPT", loads],
  ["RUBYLIB", searches],
  ["LUA_INIT", loads],
  ["PHPRC", loads],
  ["PHP_INI_SCAN_DIR", loads],
  ["JAVA_TOOL_OPTIONS", loads],
  ["_JAVA_OPTIONS", loads],
  ["JDK_JAVA_OPTIONS", loads],
  ["CLASSPATH", searches],
  ["DOTNET_STARTUP_HOOKS", loads],
  ["BASH_ENV", loads],
  ["ENV", loads],
  ["ZDOTDIR", loads],
  ["SHELLOPTS", loads],
  ["BASHOPTS", loads],
  ["PROMPT_COMMAND", runs],
  ["PS4", runs],
  ["IFS", loads],
  ["SHELL", runs],
  ["COMSPEC", runs],
  ["EDITOR", runs],
  ["VISUAL", runs],
  ["PAGER", runs],
  ["BROWSER", runs],
  ["LESSOPEN", runs],
  ["LESSCLOSE", runs],
  ["SSH_ASKPASS", runs],
  ["SUDO_ASKPASS", runs],
  ["GIT_CONFIG", runs],
  ["GIT_SSH", runs],
  ["GIT_SSH_COMMAND", runs],
  ["GIT_EXTERNAL_DIFF", runs],
  ["GIT_ASKPASS", runs],
  ["GIT_EDITOR", runs],
  ["GIT_SEQUENCE_EDITOR", runs],
  ["GIT_PAGER", runs],
  ["GIT_PROXY_COMMAND", runs],
  ["GIT_EXEC_PATH", searches],
  ["GIT_TEMPLATE_DIR", loads],
  ["GCONV_PATH", loads],
  ["HTTP_PROXY", redirects],
  ["HTTPS_PROXY", redirects],
  ["ALL_PROXY", redirects],
  ["SSL_CERT_FILE", redirects],
  ["SSL_CERT_DIR", redirects]
])

/** Prefixes of variables a lane may not set, in upper case, each with the reason. Source: decisions 17. */
export const deniedEnvironmentPrefixes: ReadonlyMap<string, string> = new Map([
  ["LD_", loads],
  ["DYLD_", loads],
  ["GIT_CONFIG_", runs],
  ["NPM_CONFIG_", runs],
  ["BASH_FUNC_", runs]
])

/** Reason why a variable may not be set, compared in upper case because Windows is case-blind; undefined when it may. */
export const deniedReason = (name: string): string | undefined => {
  const upper = name.toUpperCase()
  const exact = deniedEnvironmentNames.get(upper)
  if (exact !== undefined) return exact
  for (const [prefix, reason] of deniedEnvironmentPrefixes) if (upper.startsWith(prefix)) return reason
  return undefined
}
