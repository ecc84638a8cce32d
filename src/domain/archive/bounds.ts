import { limits } from "../limits.ts"

/** How much a source may hold and an archive may grow. */
export interface Bounds {
  /** Files and folders together. */
  readonly entries: number
  /** Bytes of all files together. */
  readonly bytes: number
  /** Bytes of an archive, compressed. */
  readonly archiveBytes: number
  /** Unpacked bytes per compressed byte, beyond `ratioFreeBytes`. */
  readonly ratio: number
  readonly ratioFreeBytes: number
  /** Bytes of one extended header. */
  readonly headerBytes: number
  /** Bytes of all paths together. */
  readonly namesBytes: number
}

/** The bounds of every bundle. */
export const usualBounds: Bounds = {
  entries: limits.bundleEntries,
  bytes: limits.bundleBytes,
  archiveBytes: limits.archiveBytes,
  ratio: limits.archiveRatio,
  ratioFreeBytes: limits.archiveRatioFreeBytes,
  headerBytes: limits.archiveHeaderBytes,
  namesBytes: limits.bundleNamesBytes
}

/** Which bound an archive passed. */
export type Excess = "archive" | "ratio" | "size" | "entries" | "header" | "names"

/** The sentence of each bound, to follow the archive in a message. */
export const excessReason = (excess: Excess, bounds: Bounds): string => {
  const reasons: Readonly<Record<Excess, string>> = {
    archive: `is larger than ${bounds.archiveBytes} bytes`,
    ratio: `unpacks to more than ${bounds.ratio} times its size`,
    size: `unpacks to more than ${bounds.bytes} bytes`,
    entries: `holds more than ${bounds.entries} entries`,
    header: `has a header larger than ${bounds.headerBytes} bytes`,
    names: `holds paths of more than ${bounds.namesBytes} bytes in all`
  }
  return reasons[excess]
}

/** What was read of an archive until now, in bytes. */
export interface Totals {
  readonly compressed: number
  readonly unpacked: number
}

/** The bound that a running total passes, the one of compressed bytes first. */
export const excessOf = (totals: Totals, bounds: Bounds): Excess | undefined => {
  if (totals.compressed > bounds.archiveBytes) return "archive"
  return totals.unpacked - bounds.ratioFreeBytes > bounds.ratio * totals.compressed ? "ratio" : undefined
}
