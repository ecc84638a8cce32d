import * as Layer from "effect/Layer"
import * as RegistriesFile from "../../../src/layers/registries/RegistriesFile.ts"
import { suite } from "../../contracts/RegistriesContract.ts"
import { grounds, worldOf } from "../../support/home.ts"

for (const [name, ground] of grounds)
  suite(name, RegistriesFile.layer.pipe(Layer.provideMerge(worldOf(ground))))
