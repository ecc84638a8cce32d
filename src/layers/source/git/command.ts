import * as Redacted from "effect/Redacted"
import type { Environment as Variables, Sensitive } from "../../../domain/process/environment.ts"
import { limits } from "../../../domain/limits.ts"

/** The one protocol that a git may speak. */
export type Protocol = "https" | "ssh" | "file"

/** How a git reaches a repository. */
export interface Way {
  readonly protocol: Protocol
  /** Without credentials. */
  readonly url: string
  /** Settings of this way, `key=value`; they stand among the arguments. */
  readonly settings: ReadonlyArray<string>
  /** Settings that must not: they go through the environment. */
  readonly secrets: ReadonlyArray<readonly [key: string, value: Redacted.Redacted<string>]>
  readonly variables: Variables
}

const thousand = 1000

/**
 * Everything that could make git run, read or ask for something of somebody's choice, switched off by name: hooks,
 * monitors, filters, attributes, credential helpers, tickets of the user's sign-on, submodules, redirects, other protocols.
 */
const settings: ReadonlyArray<string> = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.autocrlf=false",
  "core.eol=lf",
  "core.symlinks=false",
  "core.askPass=",
  "core.alternateRefsCommand=",
  "credential.helper=",
  "credential.interactive=false",
  "filter.lfs.smudge=",
  "filter.lfs.process=",
  "filter.lfs.required=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "fetch.fsckObjects=true",
  "fetch.unpackLimit=1",
  "transfer.fsckObjects=true",
  "transfer.bundleURI=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "init.templateDir=",
  "http.followRedirects=false",
  "http.emptyAuth=false",
  "http.sslVerify=true",
  "http.saveCookies=false",
  "http.lowSpeedLimit=1",
  `http.lowSpeedTime=${limits.requestIdleMillis / thousand}`,
  "protocol.version=2",
  "protocol.allow=never"
]

/** Arguments of one git command; `way` when it speaks to a repository elsewhere. */
export const argumentsOf = (args: ReadonlyArray<string>, way?: Way): ReadonlyArray<string> => {
  const protocol = way === undefined ? [] : [`protocol.${way.protocol}.allow=always`]
  const all = [...settings, ...protocol, ...(way?.settings ?? [])]
  return ["--no-pager", ...all.flatMap((setting) => ["-c", setting]), ...args]
}

/** Options before the host of every ssh: it asks nobody, leaves nothing running and lets nothing back in. */
const ssh =
  "ssh -a -x -o BatchMode=yes -o ConnectTimeout=15 -o ControlMaster=no -o ControlPath=none -o ClearAllForwardings=yes -o PermitLocalCommand=no"

const secretVariables = (secrets: Way["secrets"]): Variables => {
  const variables: Record<string, Sensitive> = { GIT_CONFIG_COUNT: String(secrets.length) }
  secrets.forEach(([key, value], index) => {
    variables[`GIT_CONFIG_KEY_${index}`] = key
    variables[`GIT_CONFIG_VALUE_${index}`] = value
  })
  return secrets.length === 0 ? {} : variables
}

/** What of our own environment a git needs; agent and system folder are there only when they are set. */
const inherited = (outer: ReadonlyMap<string, string>, protocol: Protocol | undefined): Variables => {
  const names = ["PATH", "SystemRoot", ...(protocol === "ssh" ? ["SSH_AUTH_SOCK"] : [])]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = outer.get(name)
      return value === undefined ? [] : [[name, value]]
    })
  )
}

/**
 * The whole environment of a git. There is no home, so that no configuration, `.netrc` or cookie of the user is found,
 * and the repository is named, so that none is looked for around the working directory.
 */
export const variablesOf = (
  outer: ReadonlyMap<string, string>,
  { gitDir, way }: { readonly gitDir: string; readonly way?: Way | undefined }
): Variables => ({
  ...inherited(outer, way?.protocol),
  HOME: "/dev/null",
  GIT_DIR: gitDir,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "",
  SSH_ASKPASS_REQUIRE: "never",
  GCM_INTERACTIVE: "never",
  GIT_ALLOW_PROTOCOL: way?.protocol ?? "none",
  GIT_PROTOCOL_FROM_USER: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_LFS_SKIP_SMUDGE: "1",
  GIT_ADVICE: "0",
  LC_ALL: "C",
  ...(way?.protocol === "ssh" ? { GIT_SSH_COMMAND: ssh, GIT_SSH_VARIANT: "ssh" } : {}),
  ...way?.variables,
  ...secretVariables(way?.secrets ?? [])
})

/** Value of an `authorization` header for the credentials of an address; undefined when it has none. */
export const basicAuthorization = (address: URL): Redacted.Redacted<string> | undefined => {
  if (address.username === "" && address.password === "") return undefined
  const plain = `${decoded(address.username)}:${decoded(address.password)}`
  return Redacted.make(`Authorization: Basic ${Buffer.from(plain, "utf8").toString("base64")}`)
}

const decoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/giu, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"))
