import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { clusterAddress } from "../../../src/domain/cluster/address.ts"
import { layerWith } from "../../../src/layers/cluster/LaneClusterSql.ts"
import { suite } from "../../contracts/LaneClusterContract.ts"
import { makeDirectory } from "../../support/processes.ts"

const layer = Layer.unwrap(
  Effect.map(makeDirectory, (folder) =>
    layerWith({
      address: Result.getOrThrow(clusterAddress(`${folder}/cluster.db`)),
      lease: Duration.seconds(2)
    })
  )
)

suite("in SQLite", layer)
