import { sha512Integrity } from "../../src/domain/hash.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { httpScripted } from "../../src/testing.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { capability } from "./capabilities.ts"

const registry = "https://npm.example"

const newer = capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho newer\n" })

const packages = {
  "1.0.0": tgz(filesOf(capability(), "package/")),
  "1.1.0": tgz(filesOf(newer, "package/"))
}

const tarball = (version: string): string => `${registry}/hk-cap/-/hk-cap-${version}.tgz`

const packument = {
  name: "hk-cap",
  "dist-tags": { latest: "1.1.0" },
  versions: Object.fromEntries(
    Object.entries(packages).map(([version, bytes]) => [
      version,
      { name: "hk-cap", version, dist: { tarball: tarball(version), integrity: sha512Integrity(bytes) } }
    ])
  ),
  time: {}
}

/** An npm registry with `hk-cap` in the versions 1.0.0 and 1.1.0. */
export const npmAnswers = httpScripted({
  answers: {
    [`${registry}/hk-cap`]: { body: JSON.stringify(packument) },
    ...Object.fromEntries(Object.entries(packages).map(([version, body]) => [tarball(version), { body }]))
  }
})

/** A machine whose user knows that registry, with files. */
export const machineOf = (files: Readonly<Record<string, string>> = {}): MemoryDisk.MemoryDisk =>
  MemoryDisk.make({
    directories: ["/home/ada"],
    files: { "/home/ada/.npmrc": `registry=${registry}/\n`, ...files }
  })
