import { suite } from "../../contracts/DurableContract.ts"
import { durableInMemory, durableOnNode } from "../../support/disk.ts"

suite("on the machine's disk", durableOnNode)

suite("in memory", durableInMemory)
