import { isLoopPoint } from "../capability/loopContract.ts"
import type { LoopView } from "./view.ts"

/** What is kept of one bundle: the name of its folder in the store, and the identity of each file that counts, by path. */
export type KeptBundle = readonly [storeKey: string, files: Readonly<Record<string, string>>]

/** What a file of the cache holds beside the key by which it counts and the points, which are lines of their own. */
export interface KeptView extends Omit<LoopView, "points"> {
  readonly bundles: ReadonlyArray<KeptBundle>
}

/** One point as it is kept. */
export type KeptPoint = LoopView["points"][number]

type Bag = Readonly<Record<string, unknown>>

const isBag = (value: unknown): value is Bag =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === "string"

const isListOf = (value: unknown, is: (item: unknown) => boolean): value is ReadonlyArray<unknown> =>
  Array.isArray(value) && value.every(is)

const isBagOf = (value: unknown, is: (item: unknown) => boolean): boolean =>
  isBag(value) && Object.values(value).every(is)

const isOptional = (value: unknown, is: (item: unknown) => boolean): boolean =>
  value === undefined || is(value)

const storeKey = /^[0-9a-f]{64}$/u

const isBundle = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  isText(value[0]) &&
  storeKey.test(value[0]) &&
  isBagOf(value[1], isText)

const isMember = (value: unknown): boolean =>
  isBag(value) &&
  isText(value["id"]) &&
  isOptional(value["contentHash"], isText) &&
  isBag(value["manifest"]) &&
  isText(value["manifest"]["id"]) &&
  isText(value["manifest"]["role"]) &&
  isOptional(value["manifest"]["activationKey"], isText) &&
  isOptional(value["manifest"]["config"], (config) => isBagOf(config, isBag))

const isReason = (value: unknown): boolean => {
  if (!isBag(value)) return false
  if (value["_tag"] === "NotActive") return isText(value["status"]) && isText(value["reason"])
  if (value["_tag"] === "Refused")
    return isListOf(value["problems"], (one) => isBag(one) && isText(one["message"]))
  return value["_tag"] === "Shadowed"
}

const isSkipped = (value: unknown): boolean =>
  isBag(value) &&
  isText(value["id"]) &&
  isListOf(value["blockingPoints"], isText) &&
  isReason(value["reason"])

const isOwned =
  (isHook: (hook: Bag) => boolean) =>
  (value: unknown): boolean =>
    isBag(value) &&
    isText(value["id"]) &&
    Number.isSafeInteger(value["index"]) &&
    isBag(value["hook"]) &&
    isText(value["hook"]["point"]) &&
    isOptional(value["hook"]["when"], isText) &&
    isHook(value["hook"])

const isExchange = (hook: Bag): boolean =>
  isListOf(hook["produces"], isText) && isListOf(hook["consumes"], isText)

const isFragment = (value: unknown): boolean =>
  isBag(value) && (isText(value["path"]) || isText(value["inline"]))

const isStep = isOwned(
  (hook) => isExchange(hook) && isBagOf(hook["ref"], isText) && isOptional(hook["fragment"], isFragment)
)

const isContribution = isOwned(
  (hook) =>
    isExchange(hook) &&
    isText(hook["into"]) &&
    isFragment(hook["fragment"]) &&
    isOptional(hook["configValues"], (values) => isBagOf(values, isText))
)

const isGate = isOwned((hook) => isBag(hook["check"]))

/** Whether a value has the shape of a kept point, as far as its readers lean on it. */
export const isKeptPoint = (value: unknown): value is KeptPoint =>
  Array.isArray(value) &&
  value.length === 2 &&
  isText(value[0]) &&
  isLoopPoint(value[0]) &&
  isBag(value[1]) &&
  isListOf(value[1]["steps"], isStep) &&
  isListOf(value[1]["contributions"], isContribution) &&
  isListOf(value[1]["gates"], isGate)

/**
 * The same of what is kept beside the points. By hand, since decoding it by its schemas costs more than everything else
 * of a call that remembers.
 */
export const isKeptView = (value: unknown): value is KeptView =>
  isBag(value) &&
  isListOf(value["bundles"], isBundle) &&
  isListOf(value["members"], isMember) &&
  isListOf(value["skipped"], isSkipped)
