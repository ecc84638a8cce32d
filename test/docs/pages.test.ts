import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
import { repository } from "../cli/support/world.ts"
import { blocksOf, deedsOf, isShown } from "./support/blocks.ts"
import { commandLinesOf, unknownIn } from "./support/commandLines.ts"

const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: repository }).toSorted()]

const textOf = (page: string): string => readFileSync(join(repository, page), "utf8")

/** The anchor that a heading gets. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")

const withoutBlocks = (text: string): string => text.replaceAll(/^(```+)[^\n]*\n.*?^\1\n/gmsu, "")

const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    [...withoutBlocks(textOf(page)).matchAll(/^#+ (.+)$/gmu)].map(([, heading = ""]) => anchorOf(heading))
  )

describe("README.md", () => {
  it("names the file that `npm pack` makes", () => {
    const { name, version } = JSON.parse(textOf("package.json"))
    assert.include(textOf("README.md"), `./${name}-${version}.tgz`)
  })
})

describe("a page", () => {
  it.each(pages)("%s links to what is there", (page) => {
    const links = [...withoutBlocks(textOf(page)).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, to = ""]) => to)
    const broken = links.filter((to) => {
      if (/^[a-z]+:/u.test(to)) return false
      const [path = "", anchor] = to.split("#")
      const target = path === "" ? page : join(dirname(page), path)
      if (!existsSync(join(repository, target))) return true
      return anchor !== undefined && !anchorsOf(target).has(anchor)
    })
    assert.deepStrictEqual(broken, [])
  })

  it.each(pages)("%s calls commands and flags that there are", (page) => {
    const unknown = commandLinesOf(textOf(page)).flatMap((call) => {
      const what = unknownIn(call)
      return what === undefined ? [] : [`line ${call.line}: ${what}`]
    })
    assert.deepStrictEqual(unknown, [])
  })
})

describe("the index", () => {
  it("names every page that is no decision and not itself", () => {
    const index = textOf("docs/README.md")
    const unnamed = pages.filter(
      (page) =>
        page.startsWith("docs/") &&
        !page.startsWith("docs/adr/") &&
        page !== "docs/README.md" &&
        !index.includes(`](${page.slice("docs/".length)})`)
    )
    assert.deepStrictEqual(unnamed, [])
  })
})

describe("commandLinesOf", () => {
  const unknownOf = (text: string): ReadonlyArray<string | undefined> =>
    commandLinesOf(`\`\`\`sh\n${text}\n\`\`\`\n`).map(unknownIn)

  it("takes each call of a line", () => {
    const page =
      '```sh\nnpx gsd capability ls # all\nx="$(gsd runtime home codex --skills)"\ncd a && gsd doctor\n```\n'
    assert.deepStrictEqual(
      commandLinesOf(page).map(({ line, words }) => [line, words[0]]),
      [
        [2, "capability"],
        [3, "runtime"],
        [4, "doctor"]
      ]
    )
  })

  it("knows aliases, flags of groups and of everything, and what stands behind them", () => {
    assert.deepStrictEqual(unknownOf("gsd cap ls --json --root d\ngsd review --plan p --gemini"), [
      undefined,
      undefined
    ])
  })

  it("names a command or flag that is not there", () => {
    assert.deepStrictEqual(unknownOf("gsd capability instal x\ngsd doctor --mend\ngsd loop rendr"), [
      "gsd capability instal",
      "--mend",
      "gsd loop rendr"
    ])
  })
})

describe("deedsOf", () => {
  const page = [
    "Run:",
    "```sh\na\n```",
    "Answer `y`:",
    "```text\nout\n```",
    "Save this as `b.ts`:",
    "```ts\nc\n```",
    "```json\n{}\n```",
    ""
  ].join("\n\n")

  it("finds what is run, with its output and answer, and what is saved", () => {
    assert.deepStrictEqual(deedsOf(page), [
      { kind: "run", line: 3, text: "a\n", answer: "y", shown: "out\n" },
      { kind: "save", line: 15, name: "b.ts", text: "c\n" }
    ])
    assert.lengthOf(blocksOf(page), 4)
  })
})

describe("isShown", () => {
  it("takes `…` for anything on a line, and alone for any lines", () => {
    assert.isTrue(isShown("a … c\n…\nd\n", "a b c\nx\ny\nd\n"))
    assert.isTrue(isShown("…\nd\n", "d\n"))
  })

  it("sees other words, and lines more or less", () => {
    assert.isFalse(isShown("a\n", "b\n"))
    assert.isFalse(isShown("a\n", "a\nb\n"))
    assert.isFalse(isShown("a\nb\n", "a\n"))
    assert.isFalse(isShown("a.c\n", "abc\n"))
  })
})
