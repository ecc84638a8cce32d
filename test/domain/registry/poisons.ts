import type { SetInput } from "../../../src/domain/registry/judgeSet.ts"
import type { SetContext } from "../../../src/domain/registry/SetRule.ts"
import { feature, lane } from "../capability/build.ts"
import { context, contribution, flag, member, ownStep } from "./build.ts"

/** A set in which one overlay, the last, violates exactly one rule. */
export interface SetPoison {
  /** First-party members with which it clashes, then the overlay. */
  readonly members: ReadonlyArray<SetInput>
  readonly pointer: string
  readonly context: SetContext
  readonly isWarning?: boolean
}

type Raw = Record<string, unknown>

const poison = (pointer: string, bad: Raw, ...beside: ReadonlyArray<Raw>): SetPoison => ({
  members: [...beside.map((raw) => member(raw, "first-party")), member(bad)],
  pointer,
  context
})

const other = (members: Raw): Raw => feature({ id: "other", ...members })

const command = (family: string) => ({ family, module: "main.cjs", router: "route" })

const otherLane = (members: Raw): Raw => ({
  ...lane({ slug: "other", flags: ["--other"], reviewsSection: "Other", ...members }),
  id: "other"
})

const tracked: Raw = {
  taskContentResolver: {
    trackerPrefix: "tickets",
    invoke: { binary: "tickets", args: ["{{id}}"], timeoutMs: 1000 }
  }
}

/** A poisoned set for each rule over sets. */
export const poisons: Readonly<Record<string, SetPoison>> = {
  "set.engines": poison("/engines/gsd", feature({ engines: { gsd: ">=99" } })),
  "set.built-in": poison("/commands/0/family", feature({ commands: [command("doctor")] })),
  "set.config-central": poison("/config/mode", feature({ config: { mode: flag } })),
  "set.requires-acyclic": poison("/requires/0", feature({ requires: ["sample"] })),
  "set.requires": poison("/requires/0", feature({ requires: ["nobody-is-called-this"] })),
  "set.requires-tier": poison("/requires/0", feature({ tier: "core", requires: ["other"] }), other({})),
  "set.runtime": poison(
    "/runtimeCompat/supported/0",
    feature({ runtimeCompat: { supported: ["nobody-is-called-this"], unsupported: [] } })
  ),
  "set.id": poison("/id", feature(), feature({ title: "Another" })),
  "set.skill": poison("/skills/0", feature({ skills: ["shared"] }), other({ skills: ["shared"] })),
  "set.agent": poison("/agents/0", feature({ agents: ["shared"] }), other({ agents: ["shared"] })),
  "set.command-family": poison(
    "/commands/0/family",
    feature({ commands: [command("shared")] }),
    other({ commands: [command("shared")] })
  ),
  "set.config-key": poison(
    "/config/shared.a.b",
    feature({ config: { "shared.a.b": flag } }),
    other({ config: { "shared.a": flag } })
  ),
  "set.tracker-prefix": poison("/taskContentResolver/trackerPrefix", feature(tracked), other(tracked)),
  "set.lane-slug": poison("/reviewer/slug", lane(), otherLane({ slug: "sample" })),
  "set.lane-flag": poison("/reviewer/flags/0", lane(), otherLane({ flags: ["--sample"] })),
  "set.lane-section": poison("/reviewer/reviewsSection", lane(), otherLane({ reviewsSection: "Sample" })),
  "set.produces-once": poison(
    "/steps/0/produces/0",
    feature({ steps: [ownStep({ produces: ["SHARED.md"] })] }),
    other({ steps: [ownStep({ produces: ["SHARED.md"] })] })
  ),
  "set.consumes": poison("/steps/0/consumes/0", feature({ steps: [ownStep({ consumes: ["GHOST.md"] })] })),
  "set.steps-acyclic": poison(
    "/steps/0/consumes/0",
    feature({ steps: [ownStep({ produces: ["EARLY.md"], consumes: ["LATE.md"] })] }),
    other({
      steps: [
        ownStep({ point: "discuss:pre", produces: ["EARLY.md"] }),
        ownStep({ produces: ["LATE.md"], consumes: ["EARLY.md"] })
      ]
    })
  ),
  "set.contributions-acyclic": poison(
    "/contributions/0/consumes/0",
    feature({ contributions: [contribution(["a"], ["b"])] }),
    other({ contributions: [contribution(["b"], ["a"])] })
  ),
  "set.step-command": {
    ...poison("/steps/0/ref/command", feature({ steps: [ownStep({ ref: { command: "nobody runs" } })] })),
    isWarning: true
  }
}
