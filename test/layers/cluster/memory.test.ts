import { layer } from "../../../src/layers/cluster/LaneClusterMemory.ts"
import { suite } from "../../contracts/LaneClusterContract.ts"

suite("in memory", layer)
