/** Tells whether a path holds what a pattern of folders is made of: `*`, `?` or `[…]`. */
export const isPattern = (path: string): boolean => /[*?[]/u.test(path)
