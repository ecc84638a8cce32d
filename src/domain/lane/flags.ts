import type { Lane } from "./lane.ts"

/** Arguments of a command, without those that choose lanes. */
export interface SplitArguments {
  /** Flags of lanes, in their order. */
  readonly flags: ReadonlyArray<string>
  /** Everything else, in its order. */
  readonly rest: ReadonlyArray<string>
}

/** Takes the flags of lanes out of the arguments of a command; behind `--` nothing is a flag. */
export const splitLaneFlags = (args: ReadonlyArray<string>, lanes: ReadonlyArray<Lane>): SplitArguments => {
  const known = new Set(lanes.flatMap((lane) => lane.flags))
  const end = args.indexOf("--")
  const isFlag = (argument: string, at: number): boolean => known.has(argument) && (end === -1 || at < end)
  return { flags: args.filter(isFlag), rest: args.filter((argument, at) => !isFlag(argument, at)) }
}

/** The names that a text lists between commas, as `--lanes` does; empty parts are left out. */
export const namesIn = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
