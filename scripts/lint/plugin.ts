/** The project's own lint rules. Each has a case in test/lint.test.ts that shows it bites. */
import { relative, sep } from "node:path"
import { judgeImport } from "./rooms.ts"

/** The little that these rules need of a syntax node. */
interface Node {
  readonly type: string
  readonly loc: { readonly start: { readonly line: number }; readonly end: { readonly line: number } }
  readonly value?: unknown
  readonly source?: Node | null
  readonly importKind?: string
  readonly exportKind?: string
}

interface Context {
  readonly cwd: string
  readonly filename: string
  readonly report: (finding: { readonly node: Node; readonly message: string }) => void
}

interface Rule {
  readonly create: (context: Context) => Readonly<Record<string, (node: Node) => void>>
}

const fileOf = (context: Context): string => relative(context.cwd, context.filename).split(sep).join("/")

/** Imports, re-exports, `import()` and `import("…")` types stay within what scripts/lint/rooms.ts allows. */
const rooms: Rule = {
  create: (context) => {
    const file = fileOf(context)
    const judge = (source: Node | null | undefined, typeOnly: boolean) => {
      if (source === null || source === undefined || !file.startsWith("src/")) return
      const refusal =
        source.type === "Literal" && typeof source.value === "string"
          ? judgeImport(file, source.value, typeOnly)
          : { message: "the argument of `import()` must be a literal: the bundle is made from it" }
      if (refusal !== undefined) context.report({ node: source, message: refusal.message })
    }
    return {
      ImportDeclaration: (node) => judge(node.source, node.importKind === "type"),
      ExportNamedDeclaration: (node) => judge(node.source, node.exportKind === "type"),
      ExportAllDeclaration: (node) => judge(node.source, node.exportKind === "type"),
      ImportExpression: (node) => judge(node.source, false),
      TSImportType: (node) => judge(node.source, true)
    }
  }
}

/** A failure is a value: `Result` where there are no effects, the error channel where there are. */
const noThrow: Rule = {
  create: (context) => ({
    ThrowStatement: (node) =>
      context.report({ node, message: "no `throw` here: return a Result, or fail the Effect" }),
    TryStatement: (node) =>
      context.report({ node, message: "no `try` here: Result.try, or Effect.try in a layer" })
  })
}

/** Only the package entries gather other modules' exports. */
const noBarrel: Rule = {
  create: (context) => ({
    ExportAllDeclaration: (node) =>
      context.report({ node, message: "no `export *`: import from the module that has it" })
  })
}

interface Frame {
  readonly first: number
  readonly last: number
  inner: number
}

/** Counts a function's own lines, without those of the functions inside it: for layers, which hold a service's methods. */
const ownLines: Rule = {
  create: (context) => {
    const most = 40
    const open: Array<Frame> = []
    const enter = (node: Node) => {
      const { start, end } = node.loc
      open.push({ first: start.line, last: end.line, inner: 0 })
    }
    const leave = (node: Node) => {
      const frame = open.pop()
      if (frame === undefined) return
      const total = frame.last - frame.first + 1
      const outer = open.at(-1)
      if (outer !== undefined) outer.inner += total - 1
      const own = total - frame.inner
      if (own > most)
        context.report({ node, message: `${own} lines of its own (most: ${most}); name a part of it` })
    }
    return {
      FunctionDeclaration: enter,
      "FunctionDeclaration:exit": leave,
      FunctionExpression: enter,
      "FunctionExpression:exit": leave,
      ArrowFunctionExpression: enter,
      "ArrowFunctionExpression:exit": leave
    }
  }
}

export default {
  meta: { name: "gsd" },
  rules: { rooms, "no-throw": noThrow, "no-barrel": noBarrel, "own-lines": ownLines }
}
