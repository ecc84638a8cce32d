import * as Layer from "effect/Layer"
import * as LedgerFile from "../../../src/layers/ledger/LedgerFile.ts"
import { suite } from "../../contracts/LedgerContract.ts"
import { grounds, worldOf } from "../../support/home.ts"

for (const [name, ground] of grounds) suite(name, LedgerFile.layer.pipe(Layer.provideMerge(worldOf(ground))))
