import { shown } from "../../text/escape.ts"
import type { Offer } from "../offer.ts"
import type { Places } from "../places.ts"
import type { Withheld } from "../wish.ts"
import { eventsOf, type HookSurface } from "./events.ts"
import { boundOf, hostToolsOf, namesIn, type Bound } from "./matchers.ts"

/** One hook as a host is to run it. */
export interface HostHook {
  /** In the host's name. */
  readonly event: string
  /** Names of its tools; absent for all uses. */
  readonly tools?: ReadonlyArray<string>
  /** As the manifest has it, for hosts that read it so. */
  readonly matcher?: string
  readonly command: string
}

/** The hooks of one capability for one host. */
export interface HostHooks {
  readonly capability: string
  readonly hooks: ReadonlyArray<HostHook>
  readonly withheld: ReadonlyArray<Withheld>
  /** Clauses without a period. */
  readonly notes: ReadonlyArray<string>
}

type Fitted =
  | { readonly hooks: ReadonlyArray<HostHook>; readonly left: ReadonlyArray<string> }
  | { readonly reason: string }

/** Surfaces that bound an event by a text only when it is about tools. */
const toolsOnly: ReadonlySet<HookSurface> = new Set([
  "cursor-hooks-json",
  "windsurf-hooks-json",
  "copilot-inline",
  "cline-rules"
])

const fitBound = (surface: HookSurface, bound: Bound, bare: HostHook): Fitted => {
  switch (bound._tag) {
    case "All":
      return { hooks: [bare], left: [] }
    case "Text":
      return toolsOnly.has(surface)
        ? { reason: "the host runs it whatever the event is about, and it is for some of that only" }
        : { hooks: [{ ...bare, matcher: bound.matcher }], left: [] }
    case "Tools":
      return { hooks: [{ ...bare, tools: bound.tools }], left: bound.left }
    case "Unfit":
      return bound
  }
}

/** Windsurf has no tools to bound an event by: each of its two events is for some of them. */
const windsurfEvents = (fitted: Fitted, every: ReadonlyArray<string>): Fitted =>
  "reason" in fitted
    ? fitted
    : {
        hooks: fitted.hooks.flatMap(({ command, tools = every }) =>
          tools.map((event) => ({ event, command }))
        ),
        left: fitted.left
      }

const list = (names: Iterable<string>): string => [...names].join(", ")

const fit = (places: Places, surface: HookSurface, hook: Offer["hooks"][number]): Fitted => {
  const events = eventsOf(places, surface)
  const event = events.get(hook.event)
  if (event === undefined)
    return { reason: shown`the host does not name this event, only ${list(events.keys())}` }
  const tools = hostToolsOf(places, surface)
  const fitted = fitBound(surface, boundOf(hook, tools), { event, command: hook.command })
  return surface === "windsurf-hooks-json" && tools !== undefined
    ? windsurfEvents(fitted, namesIn(tools))
    : fitted
}

const leftOut = (capability: string, event: string, left: ReadonlyArray<string>): ReadonlyArray<string> =>
  left.length === 0
    ? []
    : [
        shown`the hook of ${capability} on ${event} is not run for ${list(left)}, which the host does not have`
      ]

/** The hooks of an offer as the host of a surface is to run them. Each hook is in one of `hooks` and `withheld`. */
export const hostHooksOf = (places: Places, surface: HookSurface, offer: Offer): HostHooks => {
  const fitted = offer.hooks.map((hook) => ({ hook, fitted: fit(places, surface, hook) }))
  return {
    capability: offer.id,
    hooks: fitted.flatMap((one) => ("reason" in one.fitted ? [] : one.fitted.hooks)),
    withheld: fitted.flatMap(({ hook, fitted: one }): ReadonlyArray<Withheld> =>
      "reason" in one ? [{ capability: offer.id, kind: "hook", name: hook.event, reason: one.reason }] : []
    ),
    notes: fitted.flatMap((one) =>
      "reason" in one.fitted ? [] : leftOut(offer.id, one.hook.event, one.fitted.left)
    )
  }
}
