import { globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { root } from "./root.ts"

/** A module of `src`: its text, and the modules of `src` that it imports, by the names that it takes from each. */
export interface Module {
  readonly text: string
  readonly imports: ReadonlyMap<string, ReadonlyArray<string>>
}

const statement = /^(?:import|export)\s+(type\s+)?(?:\{([^}]*)\}\s+from\s+|\*\s+from\s+)?"(\.[^"]+)"/gmu

const lazy = /\bimport\("(\.[^"]+)"\)/gu

const namesOf = (list: string): ReadonlyArray<string> =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => name.split(" as ").at(-1) ?? name)

const moduleOf = (file: string): Module => {
  const text = readFileSync(join(root, file), "utf8")
  const target = (specifier: string): string => posix.join(posix.dirname(file), specifier)
  const imports = new Map<string, ReadonlyArray<string>>()
  for (const [, type, list = "", specifier = ""] of text.matchAll(statement)) {
    const names = type === undefined ? namesOf(list) : []
    imports.set(target(specifier), [...(imports.get(target(specifier)) ?? []), ...names])
  }
  for (const [, specifier = ""] of text.matchAll(lazy)) {
    if (!imports.has(target(specifier))) imports.set(target(specifier), [])
  }
  return { text, imports }
}

/** Every module of `src`, by its path from the repository. Imports of types count as well. */
export const modules: ReadonlyMap<string, Module> = new Map(
  globSync("src/**/*.ts", { cwd: root })
    .toSorted()
    .map((file) => [file, moduleOf(file)])
)
