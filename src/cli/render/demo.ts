import { paragraph, type View } from "./view.ts"

/** One step as it went. */
export interface StepResult {
  readonly title: string
  readonly command: string
  /** What was done before the command, as a person would type it. */
  readonly before?: string
  readonly output: string
  readonly exitCode: number
  readonly ok: boolean
}

/** What the demo is. */
export const renderHead = (home: string, view: View): string =>
  [
    view.paint.bold("gsd demo"),
    ...paragraph(
      `Real commands on real files, in a throwaway home (${home}) that is removed at the end. Your own home is not touched.`,
      "",
      view
    )
  ].join("\n")

/** One step: what it shows, the command, the output behind a bar, and whether it did what it should. */
export const renderStep = (
  step: { readonly result: StepResult; readonly at: number; readonly of: number },
  view: View
): string => {
  const { bold, cyan, dim, green, red } = view.paint
  const { result } = step
  const output = result.output.trimEnd().split("\n")
  return [
    "",
    bold(`${step.at}/${step.of}  ${result.title}`),
    ...(result.before === undefined ? [] : [cyan(`$ ${result.before}`)]),
    cyan(`$ ${result.command}`),
    ...output.map((line) => `${dim("|")} ${line}`.trimEnd()),
    result.ok ? green(`ok, exit ${result.exitCode}`) : red(`not what was expected, exit ${result.exitCode}`)
  ].join("\n")
}

/** How it ended. */
export const renderTail = (ok: boolean, view: View): string =>
  ok
    ? `\n${view.paint.green("Every step did what it should.")} The throwaway home is removed now.`
    : `\n${view.paint.red("A step did not do what it should.")} The throwaway home is removed now.`
