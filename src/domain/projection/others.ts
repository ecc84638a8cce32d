import * as Result from "effect/Result"
import { readObject } from "../json/decode.ts"
import { decodeText } from "../json/decodeText.ts"
import { isJsonObject, member } from "../json/value.ts"
import { limits } from "../limits.ts"
import type { Places } from "./places.ts"
import type { OtherInstaller } from "./report.ts"
import { underneath } from "./unit.ts"

/** The public system's installer, as it names its folder. */
const publicSystem = "gsd-core"

/** Where an installation of the public system says that it is there. Source: runtimes facts 3.8. */
export const otherInstallerFiles = ({ config }: Pick<Places, "config">) => ({
  version: underneath(config, `${publicSystem}/VERSION`),
  manifest: underneath(config, "gsd-file-manifest.json")
})

/** Bytes of those files; a file that is not there has none. */
export interface OtherInstallerBytes {
  readonly version: Uint8Array | undefined
  readonly manifest: Uint8Array | undefined
}

/** Another installation, and the absolute paths that are its own, with its name. */
export interface OtherInstallation {
  readonly installer: OtherInstaller
  readonly claims: ReadonlyMap<string, string>
}

/** Longest version that is shown; a longer one is no version. */
const mostInVersion = 64

const versionIn = (bytes: Uint8Array | undefined): string | null => {
  if (bytes === undefined) return null
  const text = Result.getOrUndefined(decodeText(bytes))?.text.trim() ?? ""
  return /^[\w.+-]+$/u.test(text) && text.length <= mostInVersion ? text : null
}

const segmentsOf = (path: string): ReadonlyArray<string> | undefined => {
  const segments = path.replaceAll("\\", "/").split("/")
  return segments.some((name) => name === "" || name === "." || name === "..") ? undefined : segments
}

/** Absolute paths that a path of the manifest may stand for: below the configuration, or where the layout puts a folder of it. */
const pathsFor = ({ artifacts, config }: Places, relative: string): ReadonlyArray<string> => {
  const segments = segmentsOf(relative)
  if (segments === undefined) return []
  const path = segments.join("/")
  const elsewhere = artifacts.flatMap(({ artifact, path: folder }) => {
    const start = `${artifact.destSubpath}/`
    return path.startsWith(start) ? [underneath(folder, path.slice(start.length))] : []
  })
  return [...new Set([underneath(config, path), ...elsewhere])]
}

const claimsIn = (places: Places, bytes: Uint8Array | undefined): ReadonlyMap<string, string> => {
  const read =
    bytes === undefined ? undefined : Result.getOrUndefined(readObject(bytes, limits.settingsBytes))
  const files = member(read, "files")
  const paths = isJsonObject(files) ? Object.keys(files) : []
  return new Map(paths.flatMap((path) => pathsFor(places, path)).map((path) => [path, publicSystem]))
}

/**
 * An installation of the public system in the folder of a runtime, and the files that its manifest lists; undefined when
 * none is there. Files that cannot be read make it no less there: it says no version then, or claims nothing, and what gsd
 * did not write stays untouched all the same.
 */
export const otherInstallation = (
  places: Places,
  { manifest, version }: OtherInstallerBytes
): OtherInstallation | undefined =>
  manifest === undefined && version === undefined
    ? undefined
    : {
        installer: { name: publicSystem, version: versionIn(version), folder: places.config },
        claims: claimsIn(places, manifest)
      }
