import type { Diagnosis, Finding } from "../../domain/doctor/finding.ts"
import { labelled, type View } from "./view.ts"
import { counted } from "../../domain/text/counted.ts"

/** A finding and its hint. */
export const findingLines = (finding: Finding, view: View): ReadonlyArray<string> => {
  const { cyan, red, yellow } = view.paint
  const paint = finding.fix === "none" ? red : yellow
  return [
    ...labelled("", `${finding.kind}: ${finding.message}`, view).map((line) =>
      line.replace(`${finding.kind}:`, (text) => paint(text))
    ),
    ...labelled("  hint: ", finding.hint, view).map((line) => line.replace("hint:", (text) => cyan(text)))
  ]
}

/** Those of one kind together, kinds in the order in which they first come. */
export const byKind = <A extends Finding>(findings: ReadonlyArray<A>): ReadonlyArray<A> => {
  const kinds = [...new Set(findings.map((one) => one.kind))]
  return kinds.flatMap((kind) => findings.filter((one) => one.kind === kind))
}

/** What is not as it should be, kind by kind, and how many of it; every text is escaped already. */
export const renderDiagnosis = ({ findings }: Diagnosis, view: View): string => {
  const { bold, green } = view.paint
  if (findings.length === 0) return green("Everything is in order.")
  const mendable = findings.filter((one) => one.fix !== "none").length
  const count = counted(findings.length, "finding")
  return [
    ...byKind(findings).flatMap((finding) => [...findingLines(finding, view), ""]),
    bold(`${count}, ${mendable} of them for \`gsd doctor --fix\``)
  ].join("\n")
}
