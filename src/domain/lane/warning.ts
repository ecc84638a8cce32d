import { shown, type Visible } from "../text/escape.ts"
import type { Setting } from "./settings.ts"

/** What a warning is about. */
export type WarningTopic =
  "selection" | "timeout" | "model" | "effort" | "budget" | "argv" | "environment" | "quorum" | "concurrency"

/** The setting that a warning is about, as it stands. */
export interface NamedSetting {
  readonly key: string
  /** JSON text of the value. */
  readonly value: string
  readonly file: string
}

/** Something about a lane that is told and stops nothing. It goes to stderr, the JSON and REVIEWS.md alike. */
export interface LaneWarning {
  readonly topic: WarningTopic
  /** Identity of the run or slug of the lane; empty when it is about the whole review. */
  readonly lane: string
  /** One sentence without a final period. */
  readonly message: Visible
  readonly setting?: NamedSetting
}

/** A warning without a setting. */
export const warn = (topic: WarningTopic, lane: string, message: Visible): LaneWarning => ({
  topic,
  lane,
  message
})

/** A setting under its key. */
export interface KeyedSetting {
  readonly key: string
  readonly setting: Setting
}

/** A warning that names key, value and file; `clause` follows a comma. */
export const warnOf =
  (topic: WarningTopic, lane: string) =>
  ({ key, setting }: KeyedSetting, clause: Visible): LaneWarning => {
    const value = JSON.stringify(setting.value)
    const head = shown`\`${key}\` is \`${value}\` in \`${setting.file}\`, `
    return {
      ...warn(topic, lane, `${head}${clause}` as Visible),
      setting: { key, value, file: setting.file }
    }
  }
