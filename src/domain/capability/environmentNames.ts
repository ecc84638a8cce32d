/** Portable grammar of an environment variable's name. Source: seed 000, reviewer body; decisions "Text damage". */
export const environmentNamePattern = /^[A-Za-z_][A-Za-z0-9_]*$/u
