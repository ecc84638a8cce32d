import { ansiPaint, plainPaint, type View } from "./render/view.ts"

const narrowest = 40
const usual = 80

/** Colour as https://no-color.org and FORCE_COLOR ask, else where a person looks. */
const isColourful = (isTerminal: boolean): boolean => {
  const { FORCE_COLOR: force, NO_COLOR: none, TERM: terminal } = process.env
  if (force !== undefined && force !== "") return force !== "0" && force !== "false"
  return isTerminal && terminal !== "dumb" && (none === undefined || none === "")
}

const isDevice = (descriptor: number): boolean => {
  try {
    return process.getBuiltinModule("node:fs").fstatSync(descriptor).isCharacterDevice()
  } catch {
    return false
  }
}

/** Whether a person looks at a descriptor of this process. Every terminal is a device; `node:tty` brings all of Node's streams. */
export const isTerminal = (descriptor: number): boolean =>
  isDevice(descriptor) && process.getBuiltinModule("node:tty").isatty(descriptor)

/** The view of stdout or stderr. */
export const viewOf = (descriptor: 1 | 2): View => {
  const terminal = isTerminal(descriptor)
  // Node's streams are made by the first look at them, which is a tenth of a short run.
  const columns = () => (descriptor === 1 ? process.stdout : process.stderr).columns
  return {
    width: terminal ? Math.max(narrowest, columns() || usual) : undefined,
    paint: isColourful(terminal) ? ansiPaint : plainPaint
  }
}

/** The view of stderr. */
export const errorView = (): View => viewOf(2)
