/**
 * Writes the generated pages. Each module in `scripts/docs` exports `file`, a path from the repository root, and
 * `render`, its whole text. With `--check` nothing is written, and a page that differs is named and fails the run.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

interface Page {
  readonly file: string
  readonly render: () => string | Promise<string>
}

const root = join(import.meta.dirname, "..")
const check = process.argv.includes("--check")

const modules = globSync("scripts/docs/*.ts", { cwd: root }).toSorted()
const pages = await Promise.all(
  modules.map(async (name): Promise<Page> => import(pathToFileURL(join(root, name)).href))
)

const drifted: Array<string> = []
for (const page of pages) {
  const file = join(root, page.file)
  const text = await page.render()
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue
  if (check) drifted.push(page.file)
  else writeFileSync(file, text)
}

console.log(`${pages.length} generated pages, ${drifted.length} out of date`)
for (const file of drifted) console.error(`${file} is out of date: run \`npm run docs\``)
if (drifted.length > 0) process.exitCode = 1
