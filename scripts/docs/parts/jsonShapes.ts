import { globSync } from "node:fs"
import { basename, join } from "node:path"
import type { Node, NodeArray, SourceFile } from "typescript/unstable/ast"
import { isCallExpression, isIdentifier } from "typescript/unstable/ast/is"
import { API, SymbolFlags, TypeFlags, type Checker, type Type } from "typescript/unstable/sync"
import { root } from "./root.ts"

/** What one call of `print` writes with `--json`: the file and the renderer that the call names, and the type. */
export interface Printed {
  /** As in `list.renderList`; `value` where no renderer of its own is named. */
  readonly key: string
  /** The type, in TypeScript. */
  readonly shape: string
}

/** Types with names of their own: any JSON, or more than a page can hold. */
const named = new Set(["JsonObject", "JsonSchema", "JsonValue"])

const isNamed = (type: Type): string | undefined => {
  const names = [type.getAliasSymbol()?.name, type.getSymbol()?.name]
  return names.find((name) => name !== undefined && named.has(name))
}

/** The types of a union, literals in the order of their text and `null` last. */
const membersOf = (checker: Checker, type: Type, above: ReadonlyArray<Type>): ReadonlyArray<string> => {
  const told = (type.isUnionType() ? (type.getTypes() ?? []) : [])
    .filter((one) => (one.flags & TypeFlags.Undefined) === 0)
    .map((one) => shapeOf(checker, one, above))
  const isWholeBoolean = told.includes("true") && told.includes("false")
  const words = isWholeBoolean
    ? [...told.filter((word) => word !== "true" && word !== "false"), "boolean"]
    : told
  const rank = (word: string): number => (word === "null" ? 2 : word.startsWith('"') ? 0 : 1)
  return [...new Set(words)].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

const isFunction = (checker: Checker, type: Type): boolean =>
  checker.getPropertiesOfType(type).length === 0 && /=>/u.test(checker.typeToString(type))

const objectOf = (checker: Checker, type: Type, above: ReadonlyArray<Type>): string => {
  const members = checker.getPropertiesOfType(type).flatMap((member) => {
    const of = checker.getTypeOfSymbol(member)
    if (of === undefined || isFunction(checker, of) || member.name.startsWith("__@")) return []
    const shape = shapeOf(checker, of, above)
    if (shape === "" || shape === "undefined") return []
    const isOptional = (member.flags & SymbolFlags.Optional) !== 0
    const name = /^\w+$/u.test(member.name) ? member.name : JSON.stringify(member.name)
    const comment = member.getDocumentationComment(checker).replaceAll(/\s+/gu, " ").trim()
    const above2 = comment === "" ? "" : `// ${comment}\n`
    return [`${above2}${name}${isOptional ? "?" : ""}: ${shape}`]
  })
  const indexes = checker
    .getIndexInfosOfType(type)
    .map(({ valueType }) => `[name: string]: ${shapeOf(checker, valueType, above)}`)
  return `{\n${[...members, ...indexes].join("\n")}\n}`
}

const shapeOf = (checker: Checker, type: Type, above: ReadonlyArray<Type>): string => {
  const name = isNamed(type)
  if (name !== undefined) return name
  if (above.some((one) => one.id === type.id)) return type.getSymbol()?.name ?? "JsonValue"
  const deeper = [...above, type]
  if (type.isUnionType()) {
    const members = membersOf(checker, type, deeper)
    return members.length > 1 ? `(${members.join(" | ")})` : (members[0] ?? "")
  }
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const items = type.isTypeReference() ? checker.getTypeArguments(type) : []
    const shapes = [...new Set(items.map((item) => shapeOf(checker, item, deeper)))]
    return `ReadonlyArray<${shapes.join(" | ") || "never"}>`
  }
  if (type.isStringLiteralType()) return JSON.stringify(type.value)
  if (type.isNumberLiteralType() || type.isBooleanLiteralType()) return checker.typeToString(type)
  if (type.isIntrinsicType()) return checker.typeToString(type)
  if (type.isTemplateLiteralType()) return checker.typeToString(type)
  return objectOf(checker, type, deeper)
}

/** The renderer that a call names. */
const rendererIn = (text: string): string => /\b(render\w+|schemaText)\b/u.exec(text)?.[1] ?? "value"

/** Text of a node, without what stands before it. */
const textOf = (source: SourceFile, node: Node | undefined): string =>
  node === undefined ? "" : source.text.slice(node.pos, node.end).trim()

const printedIn = (checker: Checker, source: SourceFile, file: string): ReadonlyArray<Printed> => {
  const found: Array<Printed> = []
  const isOne = (called: string, given: number): boolean =>
    (called === "print" && given === 3) || (called === "jsonText" && file === "renderedPoint")
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isIdentifier(node.expression)) {
      const given: NodeArray<Node> = node.arguments
      if (isOne(node.expression.text, given.length)) {
        const value = given.at(given.length === 3 ? 1 : 0)
        const type = value === undefined ? undefined : checker.getTypeAtLocation(value)
        if (type !== undefined)
          found.push({
            key: `${file}.${rendererIn(textOf(source, given.at(2)))}`,
            shape: shapeOf(checker, type, [])
          })
      }
    }
    node.forEachChild(visit)
  }
  source.forEachChild(visit)
  return found
}

/** What every command prints with `--json`, by key; the same key twice only with the same shape. */
export const printed = (): ReadonlyMap<string, string> => {
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProject: join(root, "tsconfig.src.json") }).getProjects()[0]
    if (project === undefined) throw new Error("tsconfig.src.json opens no project")
    const shapes = new Map<string, string>()
    for (const file of globSync("src/cli/{*,commands/*}.ts", { cwd: root }).toSorted()) {
      if (/\/main\w*\.ts$/u.test(file)) continue
      const source = project.program.getSourceFile(join(root, file))
      if (source === undefined) throw new Error(`${file} is in no program`)
      for (const { key, shape } of printedIn(project.checker, source, basename(file, ".ts"))) {
        const before = shapes.get(key)
        if (before !== undefined && before !== shape) throw new Error(`${key} prints two shapes`)
        shapes.set(key, shape)
      }
    }
    return shapes
  } finally {
    api.close()
  }
}
