/** A number with its word, such as `1 lane` and `2 lanes`; `many` where an `s` does not make the plural. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
