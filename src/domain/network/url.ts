/** An address as it may be told: without credentials, query and fragment. */
export const shownUrl = (url: URL | string): string => {
  const read = typeof url === "string" ? URL.parse(url) : url
  if (read === null) return "an address that cannot be read"
  return `${read.protocol}//${read.host}${read.pathname}`
}

/** Whether credentials for one are credentials for the other. */
export const isSameOrigin = (one: URL, other: URL): boolean =>
  one.protocol === other.protocol && one.host === other.host

/** The same address without user name and password. */
export const withoutUser = (url: URL): URL => {
  const clean = new URL(url)
  clean.username = ""
  clean.password = ""
  return clean
}
