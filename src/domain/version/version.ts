/** Strict SemVer 2.0.0: three numbers, optional pre-release, optional build. No `v`, no blanks, no line end. Source: semver.org. */
export const versionPattern =
  /^(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)(?:-(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/u

/** Is strict SemVer 2.0.0. Numbers have no upper bound (SemVer names none). */
export const isVersion = (text: string): boolean => versionPattern.test(text)

const isNumeric = (text: string): boolean => /^[0-9]+$/u.test(text)

/** Compares digit strings without leading zeros, of any length. */
const compareDigits = (left: string, right: string): number =>
  left.length !== right.length ? left.length - right.length : left < right ? -1 : left > right ? 1 : 0

const compareIdentifiers = (left: string, right: string): number => {
  if (isNumeric(left) && isNumeric(right)) return compareDigits(left, right)
  if (isNumeric(left) !== isNumeric(right)) return isNumeric(left) ? -1 : 1
  return left < right ? -1 : left > right ? 1 : 0
}

const comparePrerelease = (left: string, right: string): number => {
  if (left === "" || right === "") return left === right ? 0 : left === "" ? 1 : -1
  const lefts = left.split(".")
  const rights = right.split(".")
  for (let index = 0; index < Math.min(lefts.length, rights.length); index++) {
    const order = compareIdentifiers(lefts[index] ?? "", rights[index] ?? "")
    if (order !== 0) return order
  }
  return lefts.length - rights.length
}

const split = (version: string): readonly [core: ReadonlyArray<string>, prerelease: string] => {
  const plain = version.split("+", 1)[0] ?? ""
  const dash = plain.indexOf("-")
  return dash < 0 ? [plain.split("."), ""] : [plain.slice(0, dash).split("."), plain.slice(dash + 1)]
}

/** Orders two strict versions by SemVer precedence: negative, 0 or positive. Build metadata does not count. Numbers of any length compare exactly. */
export const compareVersions = (left: string, right: string): number => {
  const [leftCore, leftPrerelease] = split(left)
  const [rightCore, rightPrerelease] = split(right)
  for (let index = 0; index < 3; index++) {
    const order = compareDigits(leftCore[index] ?? "0", rightCore[index] ?? "0")
    if (order !== 0) return order
  }
  return comparePrerelease(leftPrerelease, rightPrerelease)
}

/** Has a pre-release part. */
export const isPrerelease = (version: string): boolean => split(version)[1] !== ""
