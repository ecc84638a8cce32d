import { configDefaults, defineConfig } from "vitest/config"

/** Where the results also go as JSON; the continuous integration adds them up. */
const report = process.env["GSD_TEST_REPORT"]

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/slow/**", ...configDefaults.exclude],
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    maxWorkers: 2,
    isolate: false,
    globalSetup: ["test/cli/support/build.ts"],
    testTimeout: 60_000
  }
})
