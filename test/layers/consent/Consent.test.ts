import * as Layer from "effect/Layer"
import * as ConsentGateFixed from "../../../src/layers/consent/ConsentGateFixed.ts"
import * as ConsentStoreFile from "../../../src/layers/consent/ConsentStoreFile.ts"
import * as SubjectsFile from "../../../src/layers/consent/SubjectsFile.ts"
import { suite as gateSuite } from "../../contracts/ConsentGateContract.ts"
import { suite } from "../../contracts/ConsentStoreContract.ts"
import { grounds, worldOf } from "../../support/home.ts"

for (const [name, ground] of grounds) {
  const world = worldOf(ground)
  suite(name, ConsentStoreFile.layer.pipe(Layer.provideMerge(world)))
  gateSuite(`fixed, ${name}`, (given) =>
    ConsentGateFixed.layerWith(given).pipe(Layer.provideMerge(SubjectsFile.layer), Layer.provideMerge(world))
  )
}
