import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { artifactKinds } from "../../../src/domain/capability/runtimeVocabulary.ts"
import { FeatureManifest } from "../../../src/domain/capability/schema/feature.ts"
import { consentFacts, reasonsToAsk } from "../../../src/domain/disclosure/consentNeed.ts"
import { disclose } from "../../../src/domain/disclosure/disclose.ts"
import { artifactDisclosedBy, disclosedBy, type Projected } from "../../../src/domain/disclosure/projected.ts"
import { powersOf } from "../../../src/domain/disclosure/powers.ts"
import { sameJson } from "../../../src/domain/json/canonical.ts"
import type { JsonObject, JsonValue } from "../../../src/domain/json/value.ts"
import { ProjectedKind } from "../../../src/domain/ledger/runtimes.ts"
import type { Places } from "../../../src/domain/projection/places.ts"
import type { Wish, WishedEntries, WishedFile } from "../../../src/domain/projection/wish.ts"
import { wishOf } from "../../../src/domain/projection/wishOf.ts"
import type { Runtime } from "../../../src/domain/runtime/choose.ts"
import { resolveHome, type HomePart, type HomeScope } from "../../../src/domain/runtime/home.ts"
import { offerOf } from "../../../src/pipelines/projection/offers.ts"
import { firstPartyMembers } from "../../../src/pipelines/registry/firstParty.ts"
import { fileOf } from "../../domain/disclosure/manifests.ts"
import { manifestOf } from "../../support/capabilities.ts"

/** What entries in a file of a host are; a row that is missing does not compile. */
const entryKinds: Readonly<Record<WishedEntries["what"], true>> = {
  hook: true,
  server: true,
  permission: true
}

const projected = [
  ...new Set([...ProjectedKind.literals, ...Object.keys(entryKinds)])
] as ReadonlyArray<Projected>

let words = 0

/** A word that stands nowhere else. */
const word = (): string => `word${(words += 1)}x`

const scripts = { start: `hooks/${word()}.sh`, tool: `hooks/${word()}.js` }

/** Something of every kind, each name and value of it a word of its own. */
const raw: JsonObject = manifestOf({
  id: "sample",
  skills: [word(), word()],
  agents: [word(), word()],
  hooks: [
    { event: "SessionStart", script: scripts.start },
    { event: "PreToolUse", matcher: word(), script: scripts.tool }
  ],
  mcpServers: {
    [word()]: { command: word(), args: [word()], env: { [word()]: word() } },
    [word()]: { type: "http", url: `https://${word()}.example/mcp`, headers: { [word()]: word() } }
  }
})

const stems = (list: "skills" | "agents"): ReadonlyArray<string> => raw[list] as ReadonlyArray<string>

const front = (stem: string, more = ""): string =>
  `---\nname: ${stem}\ndescription: Looks at what stands there\n${more}---\n\nLook.\n`

const texts: ReadonlyMap<string, string> = new Map([
  ["capability.json", JSON.stringify(raw)],
  [scripts.start, "#!/bin/sh\necho start\n"],
  [scripts.tool, "console.log(1)\n"],
  ...stems("skills").flatMap((stem) => [
    [`skills/${stem}/SKILL.md`, front(stem)] as const,
    [`skills/${stem}/references/more.md`, "More.\n"] as const,
    [`skills/${stem}/scripts/run.sh`, "#!/bin/sh\necho run\n"] as const
  ]),
  ...stems("agents").map((stem) => [`agents/${stem}.md`, front(stem, "tools: Read, Bash\n")] as const)
])

const bundle = (changed: ReadonlyMap<string, string> = new Map()) =>
  [...texts].map(([path, text]) => fileOf(path, changed.get(path) ?? text))

const offered = offerOf(
  { id: "sample", manifest: Schema.decodeUnknownSync(FeatureManifest)(raw) },
  {
    files: [...texts.keys()].map((path) => ({ path })),
    folder: "/home/ada/.gsd/store/bundle",
    read: (path) => {
      const text = texts.get(path)
      return text === undefined
        ? Effect.fail("its bundle holds no such file")
        : Effect.succeed(new TextEncoder().encode(text))
    }
  }
)

const runtimes: ReadonlyArray<Runtime> = firstPartyMembers().flatMap(({ id, manifest, origin }) =>
  manifest.role === "runtime" ? [{ id, origin, manifest, body: manifest.runtime }] : []
)

const scopes: ReadonlyArray<HomeScope> = [{ kind: "global" }, { kind: "project", root: "/projects/app" }]

const placesOf = (runtime: Runtime, scope: HomeScope): ReadonlyArray<Places> => {
  const facts = { platform: "linux", home: "/home/ada", variables: new Map<string, string>() }
  const pathOf = (part: HomePart) =>
    Result.getOrThrow(resolveHome({ runtime, scope, part }, facts, () => false)).path
  const [config, hooks] = [pathOf("config"), pathOf("hooks")]
  if (config === null || hooks === null) return []
  const layout = runtime.body.artifactLayout[scope.kind === "global" ? "global" : "local"]
  const artifacts = layout.flatMap((artifact) => {
    const path = pathOf({ artifact })
    return path === null ? [] : [{ artifact, path }]
  })
  return [{ runtime, scope, home: "/home/ada", config, hooks, artifacts }]
}

const wishes = Effect.map(offered, (offer) =>
  runtimes.flatMap((runtime) =>
    scopes.flatMap((scope) =>
      placesOf(runtime, scope).map((places) => ({ places, wish: wishOf(places, [offer]) }))
    )
  )
)

const shownText = (manifest: JsonValue): string => JSON.stringify(disclose(manifest, { egress: [] }))

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** How a file of a wish is called; one of hooks is called after its capability, and holds their names. */
const called = ({ bytes, kind, name, path }: WishedFile): string =>
  `${path} ${name} ${kind === "hook" ? textOf(bytes) : ""}`

/** What a wish holds under names: files, and entries as they are written. */
const namedIn = ({ entries, files }: Wish): ReadonlyArray<readonly [Projected, string]> => [
  ...files.map((file) => [file.kind, called(file)] as const),
  ...entries.map((one) => [one.what, JSON.stringify(one.entries)] as const)
]

const wordsIn = (text: string): ReadonlyArray<string> => [...new Set(text.match(/word\d+x/gu))]

describe("whatever is projected", () => {
  it("has powers that disclose it, of which each is shown and in the digest", () => {
    assert.sameMembers(Object.keys(disclosedBy), [...projected])
    assert.sameMembers(Object.keys(artifactDisclosedBy), [...artifactKinds])
    const powers = powersOf(raw)
    for (const by of [...Object.values(disclosedBy), ...Object.values(artifactDisclosedBy)]) {
      assert.isNotEmpty(by)
      for (const list of by) {
        assert.isNotEmpty(powers[list] ?? [], list)
        assert.isNotEmpty(wordsIn(JSON.stringify(powers[list])), list)
        for (const one of wordsIn(JSON.stringify(powers[list]))) assert.include(shownText(raw), one)
      }
    }
  })

  it.effect("is of every kind somewhere among the shipped runtimes, and no kind is forgotten here", () =>
    Effect.map(wishes, (all) => {
      const seen = new Set(all.flatMap(({ wish }) => namedIn(wish).map(([kind]) => kind)))
      assert.sameMembers([...seen], [...projected])
      const placed = all.flatMap(({ places }) => places.artifacts.map(({ artifact }) => artifact.kind))
      assert.sameMembers([...new Set(placed)], [...artifactKinds])
    })
  )

  it.effect("is named in the disclosure, in every runtime and scope", () =>
    Effect.map(wishes, (all) => {
      const shown = shownText(raw)
      const heard = new Set<string>()
      for (const { places, wish } of all) {
        const named = namedIn(wish)
        for (const kind of new Set(named.map(([one]) => one))) {
          const found = named.filter(([one]) => one === kind).flatMap(([, text]) => wordsIn(text))
          const about = `${kind} of ${places.runtime.id}, ${places.scope.kind}`
          // The text of all agents together is called after none of them.
          if (kind !== "index") assert.isNotEmpty(found, about)
          for (const one of found) {
            assert.include(shown, one, about)
            heard.add(one)
          }
        }
        // A switch of the host has no name of ours; any file has one.
        for (const file of wish.files.filter(({ kind }) => kind !== "index"))
          assert.isNotEmpty(wordsIn(called(file)), `${file.kind} ${file.path}`)
      }
      assert.sameMembers([...heard], [...wordsIn(JSON.stringify(raw))])
    })
  )

  it.effect("is named by the powers that its row says, and changes them when it is called otherwise", () =>
    Effect.map(wishes, (all) => {
      const declared = JSON.stringify(raw)
      for (const { wish } of all)
        for (const [kind, text] of namedIn(wish))
          for (const one of wordsIn(text)) {
            const changed = JSON.parse(declared.replaceAll(one, "other")) as JsonValue
            const [before, after] = [powersOf(raw), powersOf(changed)]
            assert.isTrue(
              disclosedBy[kind].some((list) => !sameJson(before[list] ?? [], after[list] ?? [])),
              `${kind} ${one}`
            )
          }
    })
  )

  it.effect("says no name that the disclosure leaves out, in no text that is written", () =>
    Effect.map(wishes, (all) => {
      const shown = shownText(raw)
      for (const { wish } of all)
        for (const { bytes, path } of wish.files)
          for (const one of wordsIn(textOf(bytes))) assert.include(shown, one, path)
    })
  )

  it("is asked about again when one byte of a file behind it differs", () => {
    for (const path of [...texts.keys()].filter((one) => one !== "capability.json")) {
      const before = consentFacts(raw, bundle())
      const after = consentFacts(raw, bundle(new Map([[path, `${texts.get(path) ?? ""} `]])))
      assert.deepStrictEqual(
        reasonsToAsk(before, after).map((reason) => reason.path),
        [path]
      )
    }
  })
})
