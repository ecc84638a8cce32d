import type * as SchemaAST from "effect/SchemaAST"

/** Members of a union with nested unions and suspensions opened; one entry for anything else. */
export const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  if (ast._tag === "Union") return ast.types.flatMap(membersOf)
  return ast._tag === "Suspend" ? membersOf(ast.thunk()) : [ast]
}

/** Strings among the literals of a union. */
export const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  membersOf(ast).flatMap((member) => (member._tag === "Literal" ? [String(member.literal)] : []))

const nameOf = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "String":
      return "a string"
    case "Number":
      return "a number"
    case "Boolean":
      return "true or false"
    case "Null":
      return "null"
    case "Arrays":
      return "an array"
    case "Objects":
      return "an object"
    case "Literal":
      return `\`${String(ast.literal)}\``
    case "Never":
      return "absent"
    default:
      return "another value"
  }
}

/** Says what a schema node admits, for "must be …". */
export const expectedOf = (ast: SchemaAST.AST): string => {
  const names = [...new Set(membersOf(ast).map(nameOf))]
  const last = names.at(-1) ?? ""
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`
}

/** Objects among the members of a union. */
export const objectsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.Objects> =>
  membersOf(ast).filter((member): member is SchemaAST.Objects => member._tag === "Objects")

const fieldsOf = (ast: SchemaAST.Objects): ReadonlyArray<string> =>
  ast.propertySignatures.map((field) => String(field.name))

/** Declared member names of an object node. */
export const namesOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? fieldsOf(ast) : []

/** Literals that the member `name` of an object node admits; empty when it is no literal. */
export const tagsOf = (ast: SchemaAST.AST, name: string): ReadonlyArray<string> => {
  if (ast._tag !== "Objects") return []
  const field = ast.propertySignatures.find((candidate) => candidate.name === name)
  return field === undefined ? [] : literalsOf(field.type)
}

/** Member that tells the objects of a union apart, and every literal it admits. */
export interface Discriminator {
  readonly name: string
  readonly literals: ReadonlyArray<string>
}

/** Member whose literal tells the objects of a union apart, with the literals in order; undefined when none does. */
export const discriminatorOf = (objects: ReadonlyArray<SchemaAST.Objects>): Discriminator | undefined => {
  const first = objects[0]
  if (first === undefined || objects.length < 2) return undefined
  for (const name of fieldsOf(first)) {
    const literals = objects.map((object) => tagsOf(object, name))
    const all = literals.flat()
    if (literals.every((list) => list.length > 0) && new Set(all).size === all.length) {
      return { name, literals: all }
    }
  }
  return undefined
}

/** A member that an object node declares. */
export interface Field {
  readonly name: string
  readonly type: SchemaAST.AST
  readonly isOptional: boolean
}

/** Members that all objects of a union declare alike, in order. */
export const commonFieldsOf = (objects: ReadonlyArray<SchemaAST.Objects>): ReadonlyArray<Field> => {
  const [first, ...others] = objects
  const fields = first?.propertySignatures ?? []
  return fields
    .filter(({ name, type }) =>
      others.every((object) =>
        object.propertySignatures.some((field) => field.name === name && field.type === type)
      )
    )
    .map(({ name, type }) => ({
      name: String(name),
      type,
      isOptional: type.context?.isOptional === true
    }))
}
