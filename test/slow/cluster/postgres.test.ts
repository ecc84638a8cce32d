import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { afterAll, beforeAll } from "vitest"
import { clusterAddress } from "../../../src/domain/cluster/address.ts"
import { layerWith } from "../../../src/layers/cluster/LaneClusterSql.ts"
import { suite } from "../../contracts/LaneClusterContract.ts"
import { startPostgres, type Postgres } from "../../support/postgres.ts"
import { removeRooms } from "../../support/rooms.ts"

let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres()
})

afterAll(async () => {
  await postgres.stop()
  removeRooms()
})

const layer = Layer.unwrap(
  Effect.sync(() =>
    layerWith({
      address: Result.getOrThrow(clusterAddress(postgres.url, postgres.password)),
      lease: Duration.seconds(2)
    })
  )
)

suite("in PostgreSQL", layer)
