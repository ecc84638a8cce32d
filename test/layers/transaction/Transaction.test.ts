import * as Layer from "effect/Layer"
import * as ConsentStoreFile from "../../../src/layers/consent/ConsentStoreFile.ts"
import * as LedgerFile from "../../../src/layers/ledger/LedgerFile.ts"
import * as StoreFile from "../../../src/layers/store/StoreFile.ts"
import * as TransactionFile from "../../../src/layers/transaction/TransactionFile.ts"
import { suite } from "../../contracts/TransactionContract.ts"
import { grounds, worldOf } from "../../support/home.ts"

for (const [name, ground] of grounds)
  suite(
    name,
    TransactionFile.layer.pipe(
      Layer.provideMerge(Layer.mergeAll(LedgerFile.layer, ConsentStoreFile.layer, StoreFile.layer)),
      Layer.provideMerge(worldOf(ground))
    )
  )
