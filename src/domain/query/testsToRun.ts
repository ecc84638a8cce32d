import { extractTests, type TestSources } from "../loop/extractTests.ts"
import type { Judged } from "./answer.ts"

/** Tells what there is to confirm in a phase. */
export const judgeTests = (sources: TestSources): Judged => {
  const { added, checkpoints, leftOut, tests } = extractTests(sources)
  const isEmpty = sources.plans.length === 0 && sources.uat === undefined
  return {
    block: isEmpty,
    message: isEmpty
      ? "The phase has no PLAN.md and no UAT.md, so nothing says what to confirm"
      : `There are ${checkpoints} checkpoints, and artefacts add ${added} tests`,
    details: {
      tests: tests.map(({ id, kind, source, text }) => ({ id, text, kind, source })),
      checkpoints,
      added,
      leftOut
    }
  }
}
