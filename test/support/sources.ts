import * as Layer from "effect/Layer"
import type { Bounds } from "../../src/domain/archive/bounds.ts"
import * as ArtifactsFile from "../../src/layers/cache/ArtifactsFile.ts"
import * as HostVersionConstant from "../../src/layers/home/HostVersionConstant.ts"
import * as HttpScripted from "../../src/layers/network/HttpScripted.ts"
import * as PoliciesFile from "../../src/layers/policy/PoliciesFile.ts"
import * as RegistriesFile from "../../src/layers/registries/RegistriesFile.ts"
import * as RegistryIndexHttp from "../../src/layers/registries/RegistryIndexHttp.ts"
import * as SignaturesNode from "../../src/layers/registries/SignaturesNode.ts"
import * as SourceResolverLive from "../../src/layers/source/SourceResolverLive.ts"
import * as SpawnerScripted from "../../src/layers/spawner/SpawnerScripted.ts"

/** Every kind of source where no server answers and no program is there: local folders and archives, in effect. */
export const localSources = (bounds: Partial<Bounds>) =>
  SourceResolverLive.layerWith(bounds).pipe(
    Layer.provide(Layer.mergeAll(ArtifactsFile.layer, RegistryIndexHttp.layer, HostVersionConstant.layer)),
    Layer.provide(Layer.merge(RegistriesFile.layer, SignaturesNode.layer)),
    Layer.provide(
      Layer.mergeAll(HttpScripted.layerNone, SpawnerScripted.layerWith({ scripts: [] }), PoliciesFile.layer)
    )
  )
