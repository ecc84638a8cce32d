import * as Layer from "effect/Layer"
import * as GsdHomeFile from "../../../src/layers/home/GsdHomeFile.ts"
import { suite } from "../../contracts/GsdHomeContract.ts"
import { environmentIn, grounds } from "../../support/home.ts"

for (const [name, ground] of grounds)
  suite(name, {
    ground,
    make: (told) => GsdHomeFile.layerWith(told).pipe(Layer.provide(environmentIn(ground, told)))
  })
