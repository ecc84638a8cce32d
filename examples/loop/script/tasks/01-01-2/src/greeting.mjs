import { tidy } from "./names.mjs"

/** Greets whoever says their name; a name of blanks is none. */
export const greet = (name) => {
  const said = tidy(name)
  if (said === "") throw new RangeError("A name is needed")
  return `Hello, ${said}!`
}
