/** Adds up vitest's JSON reports named on the command line and prints `passed failed skipped`. */
import { existsSync, readFileSync } from "node:fs"

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
}

const totals = { passed: 0, failed: 0, skipped: 0 }
for (const file of process.argv.slice(2).filter((name) => existsSync(name))) {
  const report: Report = JSON.parse(readFileSync(file, "utf8"))
  totals.passed += report.numPassedTests
  totals.failed += report.numFailedTests
  totals.skipped += report.numPendingTests + report.numTodoTests
}
console.log(`${totals.passed} ${totals.failed} ${totals.skipped}`)
