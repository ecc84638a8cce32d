/** The names that a text lists between commas, as `--lanes` does; empty parts are left out. */
export const namesIn = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
