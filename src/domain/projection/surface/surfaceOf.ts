import { shown } from "../../text/escape.ts"
import type { Offer } from "../offer.ts"
import type { Places } from "../places.ts"
import { clineFiles } from "./dispatcher.ts"
import type { HookSurface } from "./events.ts"
import { hostHooksOf, type HostHooks } from "./hooks.ts"
import { openLooks, permissionsOf, type ReadFolder } from "./permissions.ts"
import { serversOf } from "./servers.ts"
import { joined, noSurface, type HostTexts, type Surface } from "./surface.ts"
import { isOn, rootMember, tableHead } from "./toml.ts"
import { copilotFiles, entriesOfHooks } from "./writeHooks.ts"

const codexConfig = (places: Places): string => `${places.config}/config.toml`

/** Codex runs hooks only where its configuration says so; a table of the user's own is for the user to change. */
const codexFeature = (places: Places, texts: HostTexts): Surface => {
  const path = codexConfig(places)
  const features = rootMember(texts.get(path), "features")
  if (isOn(features, "hooks")) return noSurface
  if (features !== undefined)
    return {
      ...noSurface,
      notes: [shown`the host runs hooks when ${path} says hooks = true in its table features, which is yours`]
    }
  const text = [tableHead(["features"]), "hooks = true"].join("\n")
  return {
    ...noSurface,
    entries: [{ path, capability: "", what: "hook", entries: [{ kind: "block", text }] }]
  }
}

/** What hosts with a language of their own say to a hook; scripts written for Claude may read more. */
const ownInput: ReadonlySet<HookSurface> = new Set([
  "cursor-hooks-json",
  "windsurf-hooks-json",
  "copilot-inline",
  "cline-rules"
])

const inputNote = (surface: HookSurface): Surface =>
  ownInput.has(surface)
    ? {
        ...noSurface,
        notes: ["hooks are given what this host says of an event, which is not what Claude says"]
      }
    : noSurface

const windsurfNote: Surface = {
  ...noSurface,
  notes: ["hooks run before code is written and before a command; the host has no event for other tools"]
}

/** Source: Codex 0.171, which lists hooks as untrusted and leaves a project's folder alone until a person trusts it. */
const codexTrust = ({ scope }: Places): Surface => ({
  ...noSurface,
  notes: [
    scope.kind === "project"
      ? "the host reads its hooks once you trust the project there, and runs each once you trust it in its /hooks"
      : "the host runs each hook once you trust it there, in its /hooks"
  ]
})

const clineElsewhere =
  "the host takes hooks for all projects from a folder of the user's documents, where gsd writes nothing"

const withholdAll = (offers: ReadonlyArray<Offer>, reason: string): Surface => ({
  ...noSurface,
  withheld: offers.flatMap(({ hooks, id }) =>
    hooks.map(({ event }) => ({ capability: id, kind: "hook" as const, name: event, reason }))
  )
})

const written = (places: Places, surface: HookSurface, all: ReadonlyArray<HostHooks>): Surface => {
  switch (surface) {
    case "copilot-inline":
      return copilotFiles(places, all)
    case "cline-rules":
      return clineFiles(places, all)
    default:
      return entriesOfHooks(places, surface, all)
  }
}

/** The hooks of all capabilities in one runtime. Each hook is written as the host runs it, or withheld with the reason. */
export const hooksOf = (
  places: Places,
  offers: ReadonlyArray<Offer>,
  texts: HostTexts = new Map()
): Surface => {
  const { hooksSurface } = places.runtime.body
  if (hooksSurface === "none") return withholdAll(offers, "the host runs no hooks")
  if (hooksSurface === "cline-rules" && places.scope.kind === "global")
    return withholdAll(offers, clineElsewhere)
  const all = offers.map((offer) => hostHooksOf(places, hooksSurface, offer))
  const told = joined(all.map(({ notes, withheld }) => ({ ...noSurface, notes, withheld })))
  if (all.every(({ hooks }) => hooks.length === 0)) return told
  return joined([
    written(places, hooksSurface, all),
    ...(hooksSurface === "codex-hooks-json" ? [codexFeature(places, texts), codexTrust(places)] : []),
    told,
    inputNote(hooksSurface),
    hooksSurface === "windsurf-hooks-json" ? windsurfNote : noSurface
  ])
}

/** Files of the host whose texts `surfaceOf` wants to know. */
export const looksOf = (places: Places): ReadonlyArray<string> => [
  ...openLooks(places),
  ...(places.runtime.body.hooksSurface === "codex-hooks-json" ? [codexConfig(places)] : [])
]

/** What of capabilities goes to a host beside its skills, commands and agents. `folders` are those that texts there say to read. */
export const surfaceOf = (
  places: Places,
  {
    folders,
    offers,
    texts = new Map()
  }: {
    readonly offers: ReadonlyArray<Offer>
    readonly folders: ReadonlyArray<ReadFolder>
    readonly texts?: HostTexts
  }
): Surface =>
  joined([
    hooksOf(places, offers, texts),
    ...offers.map((offer) => serversOf(places, offer, texts)),
    permissionsOf(places, folders, texts)
  ])
