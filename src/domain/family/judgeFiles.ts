import * as Result from "effect/Result"
import { keysOf, own, ownAt, pointerOf, quote, type RawObject } from "../capability/raw.ts"
import type { Finding } from "./finding.ts"
import { authoritativeVersion, type VersionFiles } from "./version.ts"

/** What stands at a path inside a member's folder, links followed. */
export type Standing =
  /** Nothing, or a link that leads to nothing. */
  | { readonly _tag: "Absent" }
  /** It lies outside the folder. */
  | { readonly _tag: "Outside"; readonly real: string }
  | { readonly _tag: "There"; readonly kind: "file" | "folder" | "other"; readonly executable: boolean }

/** A file that a manifest names. */
export interface NamedFile {
  readonly pointer: string
  readonly path: string
}

/** Is declared only: nothing of it is there to be looked at. */
export const isStub = (root: unknown): boolean => own(root, "available") === false

/** Files that a manifest names inside the member, in its order. */
export const namedFiles = (root: RawObject): ReadonlyArray<NamedFile> => {
  const roles = keysOf(own(root, "roles")).flatMap((role) =>
    ["source", "template"].map((member) => ({
      pointer: pointerOf("roles", role, member),
      path: ownAt(root, "roles", role, member)
    }))
  )
  const marker = { pointer: "/detect/installed/file", path: ownAt(root, "detect", "installed", "file") }
  return [...roles, marker].flatMap(({ path, pointer }) =>
    typeof path === "string" && path !== "" ? [{ path, pointer }] : []
  )
}

/**
 * Path of a file directly in a member's folder, which stays as it was given: `..` behind a link is the system's matter. No
 * folder at all is not the root: it gives a path where nothing is.
 */
export const memberFile = (folder: string, name: string): string =>
  folder === "" ? "" : `${folder.replace(/\/+$/u, "")}/${name}`

type About = Omit<Finding, "pointer">

const fileProblem = (path: string, standing: Standing | undefined): About | undefined => {
  if (standing === undefined || standing._tag === "Absent")
    return {
      code: "files.missing",
      severity: "error",
      message: `${quote(path)} is not there`,
      hint: "Add the file, or correct the path"
    }
  if (standing._tag === "Outside")
    return {
      code: "files.outside",
      severity: "error",
      message: `${quote(path)} leads out of the member's folder by a link`,
      hint: "Put the file itself into the folder"
    }
  if (standing.kind === "file") return undefined
  const message = `${quote(path)} is no regular file`
  return { code: "files.kind", severity: "warning", message, hint: "Name a file" }
}

const versionFindings = (root: RawObject, files: VersionFiles): ReadonlyArray<Finding> => {
  const version = own(root, "version")
  if (typeof version !== "string" || version === "") return []
  const authority = authoritativeVersion(files)
  const about = (message: string, hint: string): ReadonlyArray<Finding> => [
    { code: "version.authority", severity: "error", pointer: "/version", message, hint }
  ]
  if (Result.isFailure(authority))
    return about(
      `The version cannot be compared: ${authority.failure}`,
      "Write the version into package.json, or into `metadata.version` of SKILL.md's front matter"
    )
  const said = typeof authority.success === "string" ? authority.success : JSON.stringify(authority.success)
  const where = files.packageJson === undefined ? "SKILL.md" : "package.json"
  return authority.success === version
    ? []
    : about(
        `${quote(version)} is not the version of ${where}, ${quote(said)}`,
        "Write the same version in both"
      )
}

/** What was found on the disk about a member. */
export interface MemberFiles extends VersionFiles {
  /** By path as the manifest writes it. */
  readonly standing: ReadonlyMap<string, Standing>
}

/** Judges the files of a member that is no stub: that they are there, inside, and which version they say. Source: seed 001. */
export const judgeFamilyFiles = (root: RawObject, files: MemberFiles): ReadonlyArray<Finding> =>
  isStub(root)
    ? []
    : [
        ...namedFiles(root).flatMap(({ path, pointer }) => {
          const problem = fileProblem(path, files.standing.get(path))
          return problem === undefined ? [] : [{ ...problem, pointer }]
        }),
        ...versionFindings(root, files)
      ]
