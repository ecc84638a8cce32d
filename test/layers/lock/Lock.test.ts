import * as Layer from "effect/Layer"
import * as LockMemory from "../../../src/layers/lock/LockMemory.ts"
import * as LockSqlite from "../../../src/layers/lock/LockSqlite.ts"
import { suite } from "../../contracts/LockContract.ts"
import { Room, roomOnNode } from "../../support/disk.ts"

suite("the operating system's", Layer.merge(LockSqlite.layerWith(), roomOnNode))

suite("in memory", Layer.merge(LockMemory.layer, Layer.succeed(Room, "/room")))
