import type { TextLimit } from "./limit.ts"

/** Source: runtime facts, section 2.8. */
export const short: TextLimit = { most: 180, counts: "utf16" }

/** Windsurf counts characters. Source: runtime facts, section 2.8. */
export const shortInCharacters: TextLimit = { most: 180, counts: "code points" }

/** OpenCode and Kilo refuse a skill with a longer one. Source: runtime facts, section 2.8. */
export const long: TextLimit = { most: 1024, counts: "utf16" }

/** Cline and Codex count characters; Codex passes over a skill with a longer one. Source: runtime facts, section 2.8. */
export const longInCharacters: TextLimit = { most: 1024, counts: "code points" }
