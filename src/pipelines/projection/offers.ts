import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { FeatureManifest } from "../../domain/capability/schema/feature.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { member, type JsonValue } from "../../domain/json/value.ts"
import type { NotOffered, Offer, OfferedAgent, OfferedSkill } from "../../domain/projection/offer.ts"
import type { HookEntry, ServerEntry } from "../../domain/settings/entry.ts"
import { hasInterpreterLine } from "../../domain/settings/scriptCommand.ts"
import { entriesIn } from "../wiring/entries.ts"
import type { OpenBundle } from "./bundle.ts"

interface Found<A> {
  readonly found: ReadonlyArray<A>
  readonly notOffered: ReadonlyArray<NotOffered>
}

const collect = <A>(parts: ReadonlyArray<Found<A>>): Found<A> => ({
  found: parts.flatMap((part) => part.found),
  notOffered: parts.flatMap((part) => part.notOffered)
})

/** What is found, or the reason why it is not. */
const either = <A>(
  about: Omit<NotOffered, "reason">,
  effect: Effect.Effect<A, string>
): Effect.Effect<Found<A>> =>
  Effect.match(effect, {
    onSuccess: (one) => ({ found: [one], notOffered: [] }),
    onFailure: (reason) => ({ found: [], notOffered: [{ ...about, reason }] })
  })

const skillOf = (stem: string, { files, folder, read }: OpenBundle) =>
  either(
    { kind: "skill", name: stem },
    Effect.gen(function* () {
      const root = `skills/${stem}/`
      const own = files.filter(({ path }) => path.startsWith(root))
      if (!own.some(({ path }) => path === `${root}SKILL.md`))
        return yield* Effect.fail("its bundle holds no `SKILL.md` of it")
      const opened = yield* Effect.forEach(own, ({ executable, path }) =>
        Effect.map(read(path), (bytes) => ({
          path: path.slice(root.length),
          bytes,
          executable: executable ?? hasInterpreterLine(bytes)
        }))
      )
      return { stem, folder: `${folder}/skills/${stem}`, files: opened } satisfies OfferedSkill
    })
  )

const agentOf = (stem: string, { files, read }: OpenBundle) =>
  either(
    { kind: "agent", name: stem },
    Effect.gen(function* () {
      const path = `agents/${stem}.md`
      if (!files.some((file) => file.path === path))
        return yield* Effect.fail(`its bundle holds no \`${path}\``)
      return { stem, bytes: yield* read(path) } satisfies OfferedAgent
    })
  )

/** What a part of a manifest asks to stand in a host's file. */
const entriesOf = (raw: JsonValue, { folder, read }: OpenBundle) =>
  Effect.mapError(entriesIn({ raw, folder, read }), (failure) =>
    typeof failure === "string" ? failure : failure.message
  )

const hooksOf = Effect.fnUntraced(function* (raw: JsonValue, bundle: OpenBundle) {
  const declared = member(raw, "hooks")
  const hooks = Array.isArray(declared) ? declared : []
  const found = yield* Effect.forEach(hooks, (hook) => {
    const event = member(hook, "event")
    const about = { kind: "hook", name: typeof event === "string" ? event : "" } as const
    return either(about, entriesOf({ hooks: [hook] }, bundle))
  })
  const { found: entries, notOffered } = collect(found)
  return { found: entries.flat().filter((one): one is HookEntry => one.kind === "hook"), notOffered }
})

const serversOf = Effect.fnUntraced(function* (raw: JsonValue, bundle: OpenBundle) {
  const declared = member(raw, "mcpServers")
  if (declared === undefined) return { found: [], notOffered: [] }
  const about = { kind: "server", name: "" } as const
  const { found, notOffered } = yield* either(about, entriesOf({ mcpServers: declared }, bundle))
  return { found: found.flat().filter((one): one is ServerEntry => one.kind === "server"), notOffered }
})

/** Whose offer it is. */
export interface Offering {
  readonly id: string
  readonly manifest: FeatureManifest
  /** The manifest as it was read; it is read now when left out. */
  readonly raw?: JsonValue
}

const rawOf = Effect.fnUntraced(function* ({ read }: OpenBundle) {
  const bytes = yield* Effect.result(read(manifestName))
  return Result.match(Result.flatMap(bytes, readManifest), {
    onFailure: (): JsonValue => null,
    onSuccess: ({ value }) => value
  })
})

/** What a capability brings for hosts. Never fails: what cannot be had is named with the reason. */
export const offerOf = Effect.fn("projection.offer")(function* (
  { id, manifest, raw: known }: Offering,
  bundle: OpenBundle
) {
  const raw = known ?? (yield* rawOf(bundle))
  const skills = collect(yield* Effect.forEach(manifest.skills, (stem) => skillOf(stem, bundle)))
  const agents = collect(yield* Effect.forEach(manifest.agents, (stem) => agentOf(stem, bundle)))
  const hooks = yield* hooksOf(raw, bundle)
  const servers = yield* serversOf(raw, bundle)
  return {
    id,
    version: manifest.version,
    tier: manifest.tier,
    runtimeCompat: manifest.runtimeCompat,
    skills: skills.found,
    agents: agents.found,
    hooks: hooks.found,
    servers: servers.found,
    notOffered: [skills, agents, hooks, servers].flatMap((part) => part.notOffered)
  } satisfies Offer
})
