import type * as SchemaAST from "effect/SchemaAST"

/**
 * A value that fits a schema and tells its place: a text is the member's name in angle brackets. Numbers are 3, of a
 * union the first type counts, of a list there is one item; what may be left out is there.
 */
export const sampleOf = (ast: SchemaAST.AST, name: string): unknown => {
  switch (ast._tag) {
    case "String":
    case "TemplateLiteral":
      return `<${name}>`
    case "Number":
      return 3
    case "Boolean":
      return true
    case "Null":
      return null
    case "Undefined":
      return undefined
    case "Literal":
      return ast.literal
    case "Union":
      return ast.types[0] === undefined ? undefined : sampleOf(ast.types[0], name)
    case "Arrays": {
      const types = [...ast.elements, ...ast.rest]
      return types.map((type) => sampleOf(type, name.replace(/s$/u, "")))
    }
    case "Objects":
      return Object.fromEntries(
        ast.propertySignatures.map((member) => [member.name, sampleOf(member.type, String(member.name))])
      )
    case "Declaration":
      return ast.typeParameters[0] === undefined ? undefined : sampleOf(ast.typeParameters[0], name)
    default:
      return undefined
  }
}
