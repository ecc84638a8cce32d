import { shown } from "../../text/escape.ts"
import type { SourceKind } from "./source.ts"

/** Why a text cannot be written in a dialect. Nothing is written then. */
export type DialectProblem =
  | {
      readonly _tag: "FrontmatterUnreadable"
      /** A clause without a period that begins with `its front matter`. */
      readonly reason: string
    }
  | {
      readonly _tag: "NameUnusable"
      readonly name: string
      /** A clause without a period: what the runtime wants. */
      readonly rule: string
    }
  | { readonly _tag: "DescriptionMissing" }
  | { readonly _tag: "PathUnwritable"; readonly path: string }
  | {
      readonly _tag: "KindRefused"
      readonly kind: SourceKind
      readonly takes: ReadonlyArray<SourceKind>
    }

/** The problem as a clause without a period, whose subject is the source. */
export const problemClause = (problem: DialectProblem): string => {
  switch (problem._tag) {
    case "FrontmatterUnreadable":
      return problem.reason
    case "NameUnusable":
      return shown`its name here would be ${problem.name}, and ${problem.rule}`
    case "DescriptionMissing":
      return "it has neither a description nor a line of text to take one from"
    case "PathUnwritable":
      return shown`it names a folder of the runtime, and ${problem.path} cannot be written into a text`
    case "KindRefused":
      return `it is of the kind \`${problem.kind}\`, and this converter takes ${problem.takes.join(" or ")}`
  }
}
