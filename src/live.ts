/**
 * The services on this machine: all of them as one layer, and the parts from which other layers are made.
 */
export { layerWith as consentGateFixed } from "./layers/consent/ConsentGateFixed.ts"
export { doctorLayer } from "./layers/doctor.ts"
export { GsdLive, gsdLive, type GsdOptions, type OwnGate } from "./layers/gsd.ts"
export { engineLayer, type EngineOptions } from "./layers/live.ts"
export { layerWith as httpNode, type HttpOptions } from "./layers/network/HttpNode.ts"
export { layer as spawnerNode } from "./layers/spawner/SpawnerNode.ts"
export { workshopLayer } from "./layers/workshop.ts"
