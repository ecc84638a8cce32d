/**
 * Tells whether a file's name is that of an artefact, such as `UI-SPEC.md`: its own, or with something before it, as in
 * `03-UI-SPEC.md`.
 */
export const isArtifactName = (file: string, name: string): boolean =>
  file === name || file.endsWith(`-${name}`)

/**
 * Names of files in a folder that are an artefact, the likeliest first: its own name, then shorter names before longer
 * ones. A phase has several plans, `03-01-PLAN.md` and `03-02-PLAN.md`, and one of most others.
 */
export const artifactsIn = (files: ReadonlyArray<string>, name: string): ReadonlyArray<string> =>
  files
    .filter((file) => isArtifactName(file, name))
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1))

/** The file in a folder that is meant by an artefact's name; undefined when there is none. */
export const artifactIn = (files: ReadonlyArray<string>, name: string): string | undefined =>
  artifactsIn(files, name)[0]
