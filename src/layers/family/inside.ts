import { isAbsolute, relative } from "node:path"

/** Whether a path lies in a folder or is it; both are absolute, and no link is followed. */
export const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return !(way === ".." || way.startsWith("../") || way.startsWith("..\\") || isAbsolute(way))
}
