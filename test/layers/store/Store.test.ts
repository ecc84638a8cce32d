import * as Layer from "effect/Layer"
import * as StoreFile from "../../../src/layers/store/StoreFile.ts"
import { suite } from "../../contracts/StoreContract.ts"
import { grounds, homeOn } from "../../support/home.ts"
import { watched } from "../../support/reads.ts"

for (const [name, ground] of grounds)
  suite(name, StoreFile.layer.pipe(Layer.provideMerge(homeOn(ground, watched(ground.disk)))))
