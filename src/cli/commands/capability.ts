import * as Command from "effect/cli/Command"
import { OfflineFlag, Project, Root, Scope } from "../globals.ts"
import { authoring } from "./authoring.ts"
import { disable, enable } from "./enable.ts"
import { install } from "./install.ts"
import { lock } from "./lock.ts"
import { looking } from "./looking.ts"
import { pin, unpin } from "./pin.ts"
import { plan } from "./plan.ts"
import { remove } from "./remove.ts"
import { rollback } from "./rollback.ts"
import { sync } from "./sync.ts"
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
    rollback,
    pin,
    unpin,
    remove,
    enable,
    disable,
    ...looking,
    plan,
    lock,
    sync,
    ...authoring,
    trust
  ]),
  Command.withGlobalFlags(capabilityFlags)
)
