import { named, some, type Judged } from "./answer.ts"

/** Something new in the project: a file or folder at its root, or a folder in one of those. */
export interface NewElement {
  readonly kind: "file" | "folder" | "module"
  readonly path: string
}

/** Names that are no part of a codebase. */
const outside = new Set([".planning", ".git", "node_modules"])

const elementsOf = (path: string): ReadonlyArray<NewElement> => {
  const [top = "", second, third] = path.split("/")
  if (outside.has(top)) return []
  if (second === undefined) return [{ kind: "file", path: top }]
  const folder = { kind: "folder", path: top } as const
  return third === undefined ? [folder] : [folder, { kind: "module", path: `${top}/${second}` }]
}

const elementsIn = (files: ReadonlyArray<string>): ReadonlyMap<string, NewElement> =>
  new Map(files.flatMap(elementsOf).map((element) => [element.path, element]))

/** What is in the project now and was not then; a new folder stands for all in it. Ascending. */
export const newElements = (
  before: ReadonlyArray<string>,
  now: ReadonlyArray<string>
): ReadonlyArray<NewElement> => {
  const known = elementsIn(before)
  const found = [...elementsIn(now).values()].filter(({ path }) => !known.has(path))
  const folders = new Set(found.filter(({ kind }) => kind === "folder").map(({ path }) => path))
  return found
    .filter(({ kind, path }) => kind !== "module" || !folders.has(path.slice(0, path.indexOf("/"))))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** Words of a map that can be paths, and the two outermost folders of each; those that end with `/` with it too. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/[^\s`'"()[\],;:|<>*│├└─]{1,400}/gu)].flatMap(([word]) => {
    const path = word.replace(/^(?:\.?\/)+/u, "").replace(/\.+$/u, "")
    const names = path.split("/").filter((name) => name !== "")
    const folder = path.endsWith("/") ? [`${names.at(-1) ?? ""}/`] : []
    return [...names.map((_, at) => names.slice(0, at + 1).join("/")).slice(0, 2), ...folder]
  })

const spansOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`([^`\n]{1,400})`/gu)].map(([, span = ""]) => span.replace(/\/$/u, ""))

const isMapped = (words: ReadonlySet<string>, { kind, path }: NewElement): boolean =>
  words.has(path) || (kind !== "file" && words.has(`${path.slice(path.lastIndexOf("/") + 1)}/`))

/** What decides whether the map of a codebase is still one. */
export interface CodebaseFacts {
  readonly mapped: string
  readonly maps: ReadonlyArray<{ readonly path: string; readonly text: string }>
  readonly before: ReadonlyArray<string>
  readonly now: ReadonlyArray<string>
  readonly threshold: number
  readonly action: string
}

/** Judges whether so many new elements are missing from the map of the codebase that it should be made again. */
export const judgeCodebaseDrift = (facts: CodebaseFacts): Judged => {
  const elements = newElements(facts.before, facts.now)
  const words = new Set(facts.maps.flatMap(({ text }) => [...wordsOf(text), ...spansOf(text)]))
  const unmapped = elements.filter((element) => !isMapped(words, element))
  const drifted = unmapped.length > 0 && unmapped.length >= facts.threshold
  const count = `${unmapped.length} new elements of the codebase are in no map`
  return {
    block: drifted,
    message:
      unmapped.length === 0
        ? "The map of the codebase names all that is new"
        : `${count} (from ${facts.threshold} on it has drifted): ${named(unmapped.map(({ path }) => path))}`,
    details: {
      drift_detected: drifted,
      threshold: facts.threshold,
      action: facts.action,
      remap: drifted && facts.action === "auto-remap",
      last_mapped_commit: facts.mapped,
      maps: facts.maps.map(({ path }) => path),
      new_count: elements.length,
      unmapped_count: unmapped.length,
      unmapped: some(unmapped).map(({ kind, path }) => ({ kind, path })),
      skipped: false
    }
  }
}
