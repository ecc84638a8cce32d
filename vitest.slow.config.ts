import { configDefaults, defineConfig } from "vitest/config"

const report = process.env["GSD_TEST_REPORT"]

/** Tests that start many processes, kill them, or take longer than a person waits: crash matrix, races. */
export default defineConfig({
  test: {
    globalSetup: ["test/cli/support/build.ts"],
    include: ["test/slow/**/*.test.ts"],
    exclude: configDefaults.exclude,
    passWithNoTests: true,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 300_000
  }
})
