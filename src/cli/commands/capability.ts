import * as Command from "effect/cli/Command"
import { OfflineFlag, Project, Root, Scope } from "../globals.ts"
import { adopt } from "./adopt.ts"
import { authoring } from "./authoring.ts"
import { capabilitySet } from "./capabilitySet.ts"
import { disable, enable } from "./enable.ts"
import { install } from "./install.ts"
import { keeping } from "./keeping.ts"
import { looking } from "./looking.ts"
import { plan } from "./plan.ts"
import { remove } from "./remove.ts"
import { team } from "./team.ts"
import { trust } from "./trust.ts"
import { update } from "./update.ts"

/** Flags of every verb about capabilities. */
export const capabilityFlags = [Root, Project, Scope, OfflineFlag] as const

/** `gsd capability …`. */
export const capability = Command.make("capability").pipe(
  Command.withAlias("cap"),
  Command.withDescription("Install, look at, switch, verify and remove capabilities"),
  Command.withSubcommands([
    install,
    update,
    ...keeping,
    remove,
    enable,
    disable,
    capabilitySet,
    ...looking,
    plan,
    ...team,
    ...authoring,
    trust,
    adopt
  ]),
  Command.withGlobalFlags(capabilityFlags)
)
