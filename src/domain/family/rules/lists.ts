import { hasOwn, isRawObject, itemsOf, keysOf, own, ownAt, pointerOf, quote } from "../../capability/raw.ts"
import type { FamilyRule, Told } from "../Rule.ts"
import { isAgain } from "./again.ts"

/** Asks that a host stands once. Source: seed 001, network hosts. */
export const hostsOnce: FamilyRule = {
  code: "network-hosts.once",
  severity: "error",
  asks: "`networkHosts` holds each host once",
  hint: "Take the second one out",
  source: "seed 001, network hosts",
  judge: (root) => {
    const hosts = itemsOf(own(root, "networkHosts"))
    const again = isAgain(hosts)
    return hosts.flatMap((host, index) =>
      typeof host === "string" && again[index] === true
        ? [{ pointer: pointerOf("networkHosts", index), message: `${quote(host)} stands twice` }]
        : []
    )
  }
}

/** Warns of hosts that differ in their letters' case alone. Source: family decisions A5. */
export const hostsCase: FamilyRule = {
  code: "network-hosts.case",
  severity: "warning",
  asks: "No two hosts differ in case alone",
  hint: "Write hosts in lower case, each once",
  source: "family decisions A5",
  judge: (root) => {
    const hosts = itemsOf(own(root, "networkHosts"))
    const again = isAgain(hosts)
    const folded = isAgain(hosts.map((host) => (typeof host === "string" ? host.toLowerCase() : host)))
    return hosts.flatMap((host, index) =>
      typeof host === "string" && folded[index] === true && again[index] === false
        ? [
            {
              pointer: pointerOf("networkHosts", index),
              message: `${quote(host)} is the same host as an earlier one`
            }
          ]
        : []
    )
  }
}

const longestLabel = 63
const longestName = 253

/** Warns of names that no resolver takes. Source: family decisions A6. */
export const hostsLength: FamilyRule = {
  code: "network-hosts.length",
  severity: "warning",
  asks: `A label has at most ${longestLabel} characters, a name ${longestName}`,
  hint: "Check the name",
  source: "family decisions A6",
  judge: (root) =>
    itemsOf(own(root, "networkHosts")).flatMap((host, index) =>
      typeof host === "string" &&
      (host.length > longestName || host.split(".").some((label) => label.length > longestLabel))
        ? [
            {
              pointer: pointerOf("networkHosts", index),
              message: `${quote(host)} is too long for a host name`
            }
          ]
        : []
    )
}

/** Asks that a directory stands once. Source: seed 001, writable dirs. */
export const dirsOnce: FamilyRule = {
  code: "writable-dirs.once",
  severity: "error",
  asks: "`default` is unique in `writableDirs`",
  hint: "Take one of the two entries out",
  source: "seed 001, writable dirs",
  judge: (root) => {
    const defaults = itemsOf(own(root, "writableDirs")).map((entry) => own(entry, "default"))
    const again = isAgain(defaults)
    return defaults.flatMap((value, index) =>
      typeof value === "string" && again[index] === true
        ? [
            {
              pointer: pointerOf("writableDirs", index, "default"),
              message: `${quote(value)} stands twice`
            }
          ]
        : []
    )
  }
}

/** Warns of a variable that no system takes. Source: family decisions A2. */
export const detectVariable: FamilyRule = {
  code: "detect.installed.env-name",
  severity: "warning",
  asks: "`detect.installed.env` is the name of a variable",
  hint: "Write a name such as `MY_SKILL_DIR`",
  source: "seed 001, path-field rules; family decisions A2",
  judge: (root) => {
    const env = ownAt(root, "detect", "installed", "env")
    return typeof env !== "string" || /^[A-Za-z_][A-Za-z0-9_]*$/u.test(env)
      ? []
      : [{ pointer: "/detect/installed/env", message: `${quote(env)} is no name of a variable` }]
  }
}

const installs = (root: unknown): ReadonlyArray<Told> =>
  ["install", "uninstall"].flatMap((name) =>
    hasOwn(root, name) && root[name] !== null && !isRawObject(root[name])
      ? [{ pointer: pointerOf(name), message: `\`${name}\` is no object` }]
      : []
  )

/** Warns of an install that cannot be followed. Source: family decisions A3. */
export const installShape: FamilyRule = {
  code: "install.shape",
  severity: "warning",
  asks: "`install` and `uninstall` are objects, `install.npm` is a package name",
  hint: 'Write `{ "npm": "@scope/name" }`',
  source: "seed 001, fields; family decisions A3",
  judge: (root) => {
    const npm = ownAt(root, "install", "npm")
    const isName =
      typeof npm === "string" && /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/u.test(npm)
    return [
      ...installs(root),
      ...(npm === undefined || isName
        ? []
        : [{ pointer: "/install/npm", message: "`install.npm` is no package name" }])
    ]
  }
}

const known = new Set([
  ..."$schema family schema name kind version provides roles detect settings networkHosts writableDirs".split(
    " "
  ),
  ..."modeCatalog posture available install uninstall cost quota provenance".split(" ")
])

/** Warns of members that nobody reads. Source: family facts 14. */
export const unknownFields: FamilyRule = {
  code: "manifest.unknown",
  severity: "warning",
  asks: "Every field of the manifest is a known one",
  hint: "Check its spelling, or take it out",
  source: "family facts 14",
  judge: (root) =>
    keysOf(root)
      .filter((name) => !known.has(name))
      .map((name) => ({ pointer: pointerOf(name), message: `${quote(name)} is no known field` }))
}

const postureFields = new Set(["model", "effort", "tier"])

/** Refuses unknown members of `posture`. Source: family decisions C. */
export const postureClosed: FamilyRule = {
  code: "posture.unknown",
  severity: "error",
  asks: "`posture` holds model, effort and tier alone",
  hint: "Take it out",
  source: "family decisions C",
  judge: (root) =>
    keysOf(own(root, "posture"))
      .filter((name) => !postureFields.has(name))
      .map((name) => ({
        pointer: pointerOf("posture", name),
        message: `${quote(name)} is no member of \`posture\``
      }))
}
