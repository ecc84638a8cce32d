import * as Data from "effect/Data"

/** Defect of every call after the power went: nothing happens any more, so no finaliser repairs anything. */
export class PowerLost extends Data.TaggedError("PowerLost")<{
  /** Such as `FileSystem.rename`: the call that found the power gone. */
  readonly call: string
}> {}
