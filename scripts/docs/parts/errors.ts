import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../../../src/domain/hinted.ts"
import { root } from "./root.ts"
import { sampleOf } from "./sample.ts"

/** An expected error: where it is declared, what it means, and how it reads with samples for its members. */
export interface ErrorText {
  readonly tag: string
  readonly file: string
  readonly meaning: string
  readonly members: ReadonlyArray<string>
  readonly message: string
  readonly hints: ReadonlyArray<string>
  /** What the program ends with; more than one where a signal decides. */
  readonly exitCodes: ReadonlyArray<number>
}

type ErrorClass = (new (sample: object) => Error & Partial<Hinted> & { readonly _tag: string }) & {
  readonly fields: Readonly<Record<string, Schema.Top>>
}

const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === "function" &&
  Schema.isSchema(value) &&
  value.prototype instanceof Error &&
  "fields" in value

/** The first paragraph above a class, on one line. */
const meaningsIn = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s*export class (\w+)/gsu)].map(
      ([, comment = "", name = ""]) => [name, comment.replaceAll(/\s*\n\s*\*\s?/gu, " ").trim()]
    )
  )

/** The codes that a comment names, as in `Exit 130 or 143.` */
const codesIn = (meaning: string): ReadonlyArray<number> =>
  [...(/\bExit (\d+(?: or \d+)*)/u.exec(meaning)?.[1] ?? "").matchAll(/\d+/gu)].map(Number)

/** The code of the error itself; only an error without one may leave it to its comment. */
const exitCodesOf = (tag: string, error: object, meaning: string): ReadonlyArray<number> => {
  const own: unknown = Reflect.get(error, Runtime.errorExitCode)
  const said = codesIn(meaning)
  if (typeof own === "number" && said.length > 0 && said.join() !== String(own))
    throw new Error(`${tag} ends with ${own}, and its comment says ${said.join()}`)
  return typeof own === "number" ? [own] : said.length > 0 ? said : [exitCode.failed]
}

/** A comment without what the page shows by itself: the code, and where the rule comes from. */
const plainly = (meaning: string): string =>
  meaning
    .replaceAll(/\s*\bExit \d+(?: or \d+)*;\s*(\p{Ll})/gu, (_, letter: string) => ` ${letter.toUpperCase()}`)
    .replaceAll(/\s*\b(?:Exit \d+(?: or \d+)*|Source: [^.]*)\./gu, "")

const textOf = (file: string, error: ErrorClass, meaning: string | undefined): ErrorText => {
  const fields = Object.entries(error.fields).filter(([name]) => name !== "_tag")
  const sample = Object.fromEntries(fields.map(([name, schema]) => [name, sampleOf(schema.ast, name)]))
  const told = new error(sample)
  if (meaning === undefined) throw new Error(`${file}: ${told._tag} has no comment`)
  return {
    tag: told._tag,
    file,
    meaning: plainly(meaning),
    members: fields.map(([name]) => name),
    message: told.message,
    hints: told.hints ?? [],
    exitCodes: exitCodesOf(told._tag, told, meaning)
  }
}

const files = globSync("src/{domain,services,pipelines,cli,layers}/**/*.ts", { cwd: root })
  .toSorted()
  .filter((file) => readFileSync(join(root, file), "utf8").includes("Schema.TaggedError<"))

const errorsIn = async (file: string): Promise<ReadonlyArray<ErrorText>> => {
  const meanings = meaningsIn(readFileSync(join(root, file), "utf8"))
  const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(join(root, file)).href)
  return Object.entries(exported).flatMap(([name, value]) =>
    isErrorClass(value) ? [textOf(file, value, meanings.get(name))] : []
  )
}

/** Every tagged error that can reach a person or a caller of the library, ascending by tag. */
export const errorTexts: ReadonlyArray<ErrorText> = (await Promise.all(files.map(errorsIn)))
  .flat()
  .toSorted((a, b) => (a.tag < b.tag ? -1 : 1))
