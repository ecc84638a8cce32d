/**
 * Joins the chunks of a split build. A bundler that splits makes a chunk of every set of entries that share something:
 * hundreds of small files, each of which names all those that it could need. Here the chunks that the same starts of the
 * program load are one file, so a start loads a handful of files, which nobody has twice.
 */
import { createHash } from "node:crypto"
import { basename } from "node:path"
import { build, type BuildOptions, type BuildResult, type Plugin } from "esbuild"

/** A split build in memory, of which no name and no space is cut. */
export type SplitBuild = BuildResult<{ metafile: true; write: false }>

/** Entry points, as the metafile names them, that are loaded together. */
export type Start = ReadonlyArray<string>

/** What a build is joined with. */
export interface Joining {
  /**
   * Starts of the program in tiers, what is always loaded first. Chunks are told apart by the starts of the first tier that
   * loads them: a later tier comes on top of it.
   */
  readonly tiers: ReadonlyArray<ReadonlyArray<Start>>
  /** How the joined files are built. */
  readonly options: BuildOptions
  /** Stands before the code of a file that calls `require`. */
  readonly requireBanner: string
}

interface Chunk {
  readonly name: string
  readonly text: string
  readonly isEntry: boolean
  readonly exports: ReadonlyArray<string>
  /** Names that it imports, by the chunk they come from; a chunk that only has to be evaluated gives none. */
  readonly imports: ReadonlyMap<string, ReadonlyArray<string>>
}

type Chunks = ReadonlyMap<string, Chunk>

/** Files by name: which chunks each is made of, ascending. */
type Files = ReadonlyMap<string, ReadonlyArray<string>>

const namesIn = (clause: string): ReadonlyArray<string> =>
  clause.split(",").flatMap((part) => /^\s*(\S+)/u.exec(part)?.[1] ?? [])

/** An import statement as esbuild writes it when it leaves spaces; its names are absent when something only has to be evaluated. */
const importStatement = /^import (?:\{([^}]*)\} from )?"\.\/([^"]+)";$/gmu

const importsOf = (text: string, known: ReadonlySet<string>) => {
  const imports = new Map<string, ReadonlyArray<string>>()
  for (const [, clause = "", name = ""] of text.matchAll(importStatement))
    if (known.has(name)) imports.set(name, [...(imports.get(name) ?? []), ...namesIn(clause)])
  return imports
}

const readChunks = ({ metafile, outputFiles }: SplitBuild): Chunks => {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, one]) => [basename(path), one]))
  const known = new Set(outputs.keys())
  return new Map(
    outputFiles.map(({ path, text }) => {
      const name = basename(path)
      const { entryPoint, exports = [] } = outputs.get(name) ?? {}
      const imports = importsOf(text, known)
      return [name, { name, text, isEntry: entryPoint !== undefined, exports, imports }] as const
    })
  )
}

/** What a chunk loads, itself included. */
const loadedBy = (chunks: Chunks, start: string): ReadonlySet<string> => {
  const seen = new Set<string>()
  const waiting = [start]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    waiting.push(...(chunks.get(name)?.imports.keys() ?? []))
  }
  return seen
}

const hashOf = (names: ReadonlyArray<string>): string =>
  createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 8)

const groupBy = (names: Iterable<string>, keyOf: (name: string) => string) => {
  const groups = new Map<string, ReadonlyArray<string>>()
  for (const name of names) groups.set(keyOf(name), [...(groups.get(keyOf(name)) ?? []), name])
  return groups
}

/** The entries that a chunk is loaded with, as a text; a chunk of none is one of its own. */
const grouping = (chunks: Chunks, tiers: Joining["tiers"]) => {
  const loaded = tiers.map((starts) =>
    starts.map((names) => ({
      key: names.join(" "),
      all: new Set(names.flatMap((name) => [...loadedBy(chunks, name)]))
    }))
  )
  return (name: string): string => {
    const keys = loaded.map((starts) => starts.flatMap(({ all, key }) => (all.has(name) ? [key] : [])))
    return keys.find((some) => some.length > 0)?.join(" ") ?? name
  }
}

/**
 * Which file each chunk goes to. What a chunk loads is loaded by whatever loads the chunk, so files never load each other in
 * a circle.
 */
const arrange = (chunks: Chunks, tiers: Joining["tiers"]): Files =>
  new Map(
    Array.from(groupBy(chunks.keys(), grouping(chunks, tiers)), ([key, names]) => {
      const members = names.toSorted()
      return [chunks.has(key) ? key : `shared-${hashOf(members)}.mjs`, members]
    })
  )

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

/** Short names in order: a, b … Z, ba, bb … */
const shortName = (index: number): string => {
  const letter = letters.charAt(index % letters.length)
  return index < letters.length ? letter : `${shortName(Math.floor(index / letters.length))}${letter}`
}

/** What the export of a chunk is called in the file it is in. */
type Aliases = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Names that other files ask of the chunks of one; what anybody may import by its own name keeps it. */
const aliasesOf = (chunks: Chunks, [file, members]: readonly [string, ReadonlyArray<string>]) => {
  const inside = new Set(members)
  const users = [...chunks.values()].filter(({ name }) => !inside.has(name))
  let count = 0
  return members.map((name) => {
    const { exports = [], isEntry = false } = chunks.get(name) ?? {}
    const asked = new Set(isEntry ? exports : users.flatMap(({ imports }) => imports.get(name) ?? []))
    const named = exports
      .filter((one) => asked.has(one))
      .map((one) => [one, name === file && isEntry ? one : `$${shortName(count++)}`] as const)
    return [name, new Map(named)] as const
  })
}

const exportFrom = (file: string, names: Iterable<readonly [string, string]>): string =>
  `export { ${Array.from(names, ([name, alias]) => `${name} as ${alias}`).join(", ")} } from "./${file}";\n`

/** Who calls what by which name. */
const naming = (chunks: Chunks, files: Files) => {
  const fileOf = new Map([...files].flatMap(([file, names]) => names.map((name) => [name, file])))
  const aliases: Aliases = new Map([...files].flatMap((file) => aliasesOf(chunks, file)))
  const namesOf = (name: string) => aliases.get(name) ?? new Map<string, string>()
  const aliasOf = (name: string, one: string) => namesOf(name).get(one) ?? one
  /** A chunk's text, with the names that others have in their files. */
  const textOf = ({ name: from, text }: Chunk): string =>
    text.replaceAll(importStatement, (statement, clause: string | undefined, name: string) => {
      const file = fileOf.get(name)
      if (file === undefined || file === fileOf.get(from)) return statement
      // What it only has to evaluate is evaluated by those that use it.
      if (clause === undefined) return ""
      const renamed = clause.replaceAll(/[^\s,]+(?: as [^\s,]+)?/gu, (part) => {
        const [one = "", local = one] = part.split(" as ")
        return `${aliasOf(name, one)} as ${local}`
      })
      return `import {${renamed}} from "./${file}";`
    })
  /** What the chunks of a file ask of another file. */
  const asked = (file: string, of: string): ReadonlySet<string> =>
    new Set(
      (files.get(file) ?? []).flatMap((from) =>
        Array.from(chunks.get(from)?.imports ?? []).flatMap(([name, some]) =>
          fileOf.get(name) === of ? some.map((one) => aliasOf(name, one)) : []
        )
      )
    )
  return { fileOf, namesOf, textOf, asked }
}

const plugin = (chunks: Chunks, files: Files): Plugin => ({
  name: "join",
  setup: ({ onLoad, onResolve }) => {
    const { asked, fileOf, namesOf, textOf } = naming(chunks, files)
    onResolve({ filter: /^file:/ }, ({ path }) => ({ path: path.slice("file:".length), namespace: "joined" }))
    onResolve({ filter: /^\.\// }, ({ importer, kind, namespace, path }) => {
      const name = path.slice("./".length)
      const file = namespace === "joined" ? importer : fileOf.get(importer)
      if (kind === "dynamic-import" || namespace === "outside" || file === undefined || !files.has(file))
        return { path, external: true }
      return files.get(file)?.includes(name) === true
        ? { path: name, namespace: "chunk" }
        : { path: `${file}>${name}`, namespace: "outside" }
    })
    onLoad({ filter: /.*/, namespace: "joined" }, ({ path: file }) => ({
      contents:
        files
          .get(file)
          ?.map((name) => exportFrom(name, namesOf(name)))
          .join("") ??
        exportFrom(
          fileOf.get(file) ?? file,
          Array.from(namesOf(file), ([one, alias]) => [alias, one])
        )
    }))
    onLoad({ filter: /.*/, namespace: "chunk" }, ({ path }) => {
      const chunk = chunks.get(path)
      return { contents: chunk === undefined ? "" : textOf(chunk) }
    })
    onLoad({ filter: /.*/, namespace: "outside" }, ({ path }) => {
      const [file = "", of = ""] = path.split(">")
      return {
        contents: exportFrom(
          of,
          Array.from(asked(file, of), (one) => [one, one])
        )
      }
    })
  }
})

/** The files of chunks by the entry points of starts. */
const chunkTiers = ({ metafile }: SplitBuild, tiers: Joining["tiers"]): Joining["tiers"] => {
  const chunkOf = new Map(
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [entryPoint, basename(path)])
  )
  return tiers.map((starts) =>
    starts.map((entries) =>
      entries.map((entry) => {
        const name = chunkOf.get(entry)
        if (name === undefined) throw new Error(`nothing loads ${entry} as a start of the program`)
        return name
      })
    )
  )
}

/** Throws for a chunk that gives nothing to anybody: it would be there to act, and imports for that are left out. */
const refuseDeeds = (chunks: Chunks): void => {
  for (const { exports, isEntry, name, text } of chunks.values())
    if (!isEntry && exports.length === 0 && text.replaceAll(importStatement, "").trim() !== "")
      throw new Error(`a module of ${name} acts when it is imported:\n${text}`)
}

/** Builds the files that some chunks make, and one for each entry that is not where its name says. Rejects with esbuild's errors. */
export const joinChunks = async (split: SplitBuild, joining: Joining): Promise<void> => {
  const { options, requireBanner, tiers } = joining
  const chunks = readChunks(split)
  refuseDeeds(chunks)
  const files = arrange(chunks, chunkTiers(split, tiers))
  const entries = [...chunks.values()].flatMap(({ isEntry, name }) => (isEntry ? [name] : []))
  const isRequiring = (file: string) =>
    files.get(file)?.some((name) => chunks.get(name)?.text.includes("typeof require")) === true
  const byBanner = groupBy(new Set([...files.keys(), ...entries]), (file) =>
    isRequiring(file) ? requireBanner : ""
  )
  await Promise.all(
    Array.from(byBanner, ([banner, names]) =>
      build({
        ...options,
        plugins: [plugin(chunks, files)],
        entryPoints: Object.fromEntries(names.map((name) => [name.replace(/\.mjs$/u, ""), `file:${name}`])),
        banner: { js: banner }
      })
    )
  )
}
