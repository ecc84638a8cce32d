import * as Layer from "effect/Layer"
import type { Signatures } from "../../services/Signatures.ts"
import * as RegistriesFile from "./RegistriesFile.ts"
import * as RegistryIndexHttp from "./RegistryIndexHttp.ts"
import * as SignaturesNode from "./SignaturesNode.ts"

/** Everything about registries, with signatures that are checked by Node unless others are given. */
export const registriesOver = (signatures: Layer.Layer<Signatures> = SignaturesNode.layer) =>
  RegistryIndexHttp.layer.pipe(Layer.provideMerge(Layer.merge(RegistriesFile.layer, signatures)))
