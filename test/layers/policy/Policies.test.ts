import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PoliciesFile from "../../../src/layers/policy/PoliciesFile.ts"
import { suite } from "../../contracts/PoliciesContract.ts"
import { Room } from "../../support/disk.ts"
import { folder, grounds, homeOn } from "../../support/home.ts"

/** A project stands at `<room>/workspace` before H is looked for. */
const inProject = Layer.effectDiscard(Effect.flatMap(Room, (room) => folder(`${room}/workspace/.planning`)))

for (const [name, ground] of grounds) {
  const disk = inProject.pipe(Layer.provideMerge(ground.disk))
  suite(name, PoliciesFile.layer.pipe(Layer.provideMerge(homeOn(ground, disk))))
}
