import type { ProgressStep } from "../../services/Progress.ts"

const words: Readonly<Record<ProgressStep, string>> = {
  fetch: "Fetching",
  copy: "Copying the source",
  seal: "Hashing and sealing",
  commit: "Committing",
  verify: "Hashing stored files"
}

const thousand = 1000

const units = ["kB", "MB", "GB"]

/** A number of bytes for a person, in decimal units. */
export const renderBytes = (bytes: number): string => {
  let [value, at] = [bytes / thousand, 0]
  for (; value >= thousand && at < units.length - 1; at += 1) value /= thousand
  return bytes < thousand ? `${bytes} B` : `${value.toFixed(1)} ${units[at]}`
}

/** What a command is at, in one short line. */
export const renderProgress = (step: ProgressStep, bytes: number): string =>
  bytes === 0 ? `${words[step]}…` : `${words[step]}… ${renderBytes(bytes)}`
