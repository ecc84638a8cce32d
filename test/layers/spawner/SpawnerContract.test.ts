import * as Layer from "effect/Layer"
import { layer as nodeLayer } from "../../../src/layers/spawner/SpawnerNode.ts"
import { layerWith } from "../../../src/layers/spawner/SpawnerScripted.ts"
import { suite } from "../../contracts/SpawnerContract.ts"
import { contractScripts } from "../../contracts/spawnerPrograms.ts"

const plainFile = "/etc/passwd"

suite("SpawnerNode", nodeLayer, { plainFile })

suite(
  "SpawnerScripted",
  Layer.fresh(
    layerWith({
      scripts: contractScripts,
      inspect: (path) =>
        path === plainFile ? "not-executable" : path.endsWith("gsd-missing") ? "missing" : "executable"
    })
  ),
  { plainFile }
)
