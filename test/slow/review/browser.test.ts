import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, assert, describe, it, onTestFinished } from "vitest"
import type { ReviewDocument } from "../../../src/domain/review/document.ts"
import { makeWorld, type World } from "../../cli/support/world.ts"
import { concern, installLane, plan, put, reviewed } from "../../cli/support/lanes.ts"
import { removeRooms } from "../../support/rooms.ts"
import { visit, type Page } from "./browser.ts"

afterAll(removeRooms)

/** Reviews with these lanes and opens the page that was written. */
const opened = async (world: World, lanes: ReadonlyArray<string>, width?: number) => {
  const { stderr, stdout } = reviewed(world, ["--lanes", lanes.join(","), "--quorum", "2", "--html"])
  const document: ReviewDocument = JSON.parse(stdout)
  const file = join(dirname(document.reviewsPath), "REVIEWS.html")
  return { document, file, stderr, page: await visit(pathToFileURL(file).href, width) }
}

/** Text of every cell of the rows of a section's table, its head first. */
const cellsUnder = (page: Page, heading: string) =>
  page.evaluate<ReadonlyArray<ReadonlyArray<string>>>(`
    [...document.querySelectorAll("h2")].find((one) => one.textContent === ${JSON.stringify(heading)})
      .nextElementSibling.querySelectorAll("tr").values()
      .map((row) => [...row.cells].map((cell) => cell.innerText)).toArray()`)

interface Bar {
  readonly kind: string
  readonly left: number
  readonly right: number
}

/** The bar of each row of the timeline, in shares of the whole time. */
const bars = (page: Page) =>
  page.evaluate<ReadonlyArray<Bar>>(`
    [...document.querySelectorAll("svg")].map((svg) => {
      const whole = svg.getBoundingClientRect()
      const bar = svg.querySelector("rect")
      const { left, right } = bar.getBoundingClientRect()
      return {
        kind: bar.className.baseVal,
        left: (left - whole.left) / whole.width,
        right: (right - whole.left) / whole.width
      }
    })`)

const sound = (line: number): string =>
  `cat > /dev/null; printf '%s\\n' '## 01-01' '### Strengths' '- [LOW] \`${plan}:${line}\`: the verification holds as it is. Verdict: sound'`

const world = (): World => {
  const made = makeWorld()
  put(made, { [plan]: `# Plan\n\n## Task 1: write it\n${"\nA step.\n".repeat(20)}` })
  return made
}

describe("REVIEWS.html in a browser", () => {
  it("has a row per finding and a column per lane, and a bar per lane", async () => {
    const here = world()
    installLane(here, { slug: "crane", script: concern("nothing verifies what is written") })
    installLane(here, {
      slug: "heron",
      script: `${concern("nothing verifies what is written")} '- [LOW] \`${plan}:40\`: the last step is too large. Verdict: concern'`
    })
    installLane(here, { slug: "stork", script: `sleep 1; ${sound(3)}` })
    installLane(here, { slug: "quail", script: "cat > /dev/null; echo broken >&2; exit 3" })
    const { document, page, stderr } = await opened(here, ["crane", "heron", "stork", "quail"])
    const slugs = document.lanes.map(({ slug }) => slug)
    const [head = [], ...rows] = await cellsUnder(page, "Agreement")
    assert.deepStrictEqual(head, ["Id", "Finding", "Severity", "Standing", ...slugs], stderr)
    assert.strictEqual(rows.length, document.findings.length)
    assert.strictEqual(rows.length, 2)
    const marks = rows.map((row) => Object.fromEntries(slugs.map((slug, at) => [slug, row[at + 4]])))
    assert.deepStrictEqual(marks, [
      { crane: "concern HIGH", heron: "concern HIGH", stork: "approval LOW", quail: "no review" },
      { crane: "–", heron: "concern LOW", stork: "–", quail: "no review" }
    ])
    assert.deepStrictEqual(
      rows.map(([, finding, severity]) => [finding?.includes(`${plan}:`), severity]),
      [
        [true, "HIGH"],
        [true, "LOW"]
      ]
    )

    const [, ...lanes] = await cellsUnder(page, "Timeline")
    assert.deepStrictEqual(
      lanes.map(([lane]) => lane),
      slugs
    )
    const drawn = await bars(page)
    assert.strictEqual(drawn.length, slugs.length)
    const whole = Math.max(...document.lanes.map(({ ms, startMs }) => startMs + ms))
    for (const [at, { ms, ok, startMs }] of document.lanes.entries()) {
      assert.strictEqual(drawn[at]?.kind, ok ? "done" : "failed")
      assert.approximately(drawn[at]?.left ?? -1, startMs / whole, 0.02)
      assert.approximately(drawn[at]?.right ?? -1, (startMs + ms) / whole, 0.02)
    }
    assert.include(await page.evaluate("document.body.textContent"), "It ended with exit code 3: broken")
    const links = await page.evaluate<ReadonlyArray<boolean>>(
      `[...document.querySelectorAll("a")].map(({ hash }) => document.querySelector(hash).localName === "section")`
    )
    assert.deepStrictEqual(links, [true, true])
  })

  it("is styled by its own sheet, and nothing is wider than a narrow window", async () => {
    const here = world()
    installLane(here, { slug: "crane", script: concern(`the name ${"x".repeat(300)} says nothing`) })
    installLane(here, { slug: "quail", script: `cat > /dev/null; printf '%02000d' 0 >&2; exit 3` })
    const { page } = await opened(here, ["crane", "quail"], 400)
    const seen = await page.evaluate<{
      readonly weight: string
      readonly wide: number
      readonly shown: string
      readonly lane: number
    }>(`({
      weight: getComputedStyle(document.querySelector(".alert")).fontWeight,
      wide: document.documentElement.scrollWidth,
      shown: document.querySelector(".alert").innerText,
      lane: [...document.querySelectorAll("th")].find((one) => one.innerText === "crane").clientHeight
    })`)
    assert.strictEqual(seen.weight, "600")
    assert.isAtMost(seen.wide, 400)
    // One line: a name is not broken up.
    assert.isBelow(seen.lane, 48)
    assert.match(seen.shown, /^Degraded: 1 of the 2 usable reviews/u)
  })
})

/** A server that counts who comes; nobody should. */
const listening = async () => {
  const asked: Array<string> = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? "")
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Markup of every kind that would do something where it became an element. */
const markup = (url: string): ReadonlyArray<string> => [
  `<script>document.title = "owned"; alert("owned")</script>`,
  `<img src="${url}/img" onerror="document.title='owned'">`,
  `<img src=x onerror=alert(1)>`,
  `<svg onload="alert(2)"><script>alert(3)</script></svg>`,
  `<style>body{display:none} p{background:url(${url}/css)}</style>`,
  `<iframe src="${url}/frame" srcdoc="<script>parent.document.title='owned'</script>"></iframe>`,
  `<link rel="stylesheet" href="${url}/link"><link rel="prefetch" href="${url}/prefetch">`,
  `<meta http-equiv="refresh" content="0;url=${url}/refresh">`,
  `<base href="${url}/"><form action="${url}/form"><input autofocus onfocus=alert(4)></form>`,
  `</pre></details></main></body></html><script>alert(5)</script>`,
  `</title></style></textarea></code></li></ul></td></tr></table><h1>Approved</h1>`,
  `--><!--<![CDATA[]]><object data="${url}/object"></object><embed src="${url}/embed">`,
  `"'><a href="javascript:alert(6)" autofocus onfocus=alert(7)>[x](javascript:alert(8))</a>`,
  `&lt;b&gt;&#60;script&#62;alert(9)&#60;/script&#62;`
]

const bidi = "\u202Edetucexe\u2066 \u200B\u0007"

/** How many elements there are of each kind, those aside that a review is made of. */
const strangers = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(`
    [...document.querySelectorAll("script, img, iframe, link, base, form, input, object, embed, svg script, [onload], [onerror], [onfocus], [href^=javascript], body style, style + style, meta[http-equiv=refresh]")]
      .map((one) => one.outerHTML.slice(0, 100))`)

describe("foreign text in REVIEWS.html", () => {
  const files = (lines: ReadonlyArray<string>) => ({
    "hostile.md": [
      "## 01-01",
      "### Concerns",
      ...lines.map((line) => `- [HIGH] \`${plan}:3\`: ${line} ${bidi} owned. Verdict: concern`),
      `- [HIGH] \`src/<img src=x onerror=alert(10)>.ts:3\`: ${lines[0]}`,
      ...lines
    ].join("\n"),
    "hostile.txt": `model: <script>alert(11)</script>\n${lines.join("\n")}\n${bidi}`
  })

  it("becomes no element, runs nothing, asks for nothing", async () => {
    const here = world()
    const { asked, url } = await listening()
    put(here, files(markup(url)))
    const read = (name: string) => `'${join(here.work, name)}'`
    installLane(here, { slug: "crane", script: `cat > /dev/null; cat ${read("hostile.md")}` })
    installLane(here, { slug: "quail", script: `cat > /dev/null; cat ${read("hostile.txt")} >&2; exit 3` })
    installLane(here, { slug: "raven", script: `cat ${read("hostile.txt")}; cat > /dev/null` })
    const { document, file, page } = await opened(here, ["crane", "quail", "raven"])
    assert.isAbove(document.findings.length, 0)
    assert.isTrue(document.lanes.some(({ ok, slug }) => ok && slug === "crane"))
    assert.deepStrictEqual(await strangers(page), [])
    assert.deepStrictEqual(page.heard, [])
    assert.deepStrictEqual(page.requests, [pathToFileURL(file).href])
    assert.deepStrictEqual(asked, [])

    const seen = await page.evaluate<Readonly<Record<string, string | number>>>(`({
      title: document.title,
      headings: document.querySelectorAll("h1").length,
      children: [...document.body.children].map((one) => one.localName).join(),
      lanes: document.querySelectorAll("main > details").length,
      display: getComputedStyle(document.body).display,
      text: document.documentElement.textContent
    })`)
    assert.strictEqual(seen["title"], `Review ${document.runId}: degraded`)
    assert.deepInclude(seen, { headings: 1, children: "main", lanes: 3, display: "block" })
    const text = String(seen["text"])
    for (const line of markup(url)) assert.include(text, line)
    assert.notMatch(text, /[\u202E\u2066\u200B\u0007]/u)
    assert.include(text, "\\u{202e}detucexe")
  })

  it("is blocked by the page's policy even where it became an element", async () => {
    const here = world()
    const { asked, url } = await listening()
    installLane(here, { slug: "crane", script: concern("nothing verifies what is written") })
    const { document } = reviewed(here, ["--lanes", "crane", "--html"])
    const file = join(dirname(document.reviewsPath), "REVIEWS.html")
    const html = readFileSync(file, "utf8")
    // A refresh is no load that a policy could forbid.
    const lines = markup(url).filter((line) => !line.includes("http-equiv"))
    writeFileSync(file, html.replace("<main>", `<main>${lines.join("\n")}`))
    const page = await visit(pathToFileURL(file).href)
    assert.isAbove((await strangers(page)).length, 5)
    assert.deepStrictEqual(page.heard, [])
    assert.deepStrictEqual(asked, [])
    assert.strictEqual(await page.evaluate("getComputedStyle(document.body).display"), "block")

    // Without the policy the same elements run and ask: what is looked for above can be seen.
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/u, "")
    )
    const open = await visit(pathToFileURL(file).href)
    assert.isAbove(open.heard.length, 0)
    assert.includeMembers(asked, ["/img", "/link"])
  })
})
