// @ts-check
/** What is looked for in the sources of each language, as data. The capabilities that need it have the same copy. */
"use strict"

/**
 * One kind of line. Patterns run over text whose comments and long strings are blank, with the flags `gmu`.
 * @typedef {object} Pattern
 * @property {string} kind Kind of the name in group `name`, of the comma list in `names`, or of the lines in `block`.
 * @property {RegExp} pattern
 */

/**
 * @typedef {object} Language
 * @property {string} name
 * @property {ReadonlyArray<string>} extensions
 * @property {"c" | "python"} comments Marks of comments and of strings over several lines.
 * @property {ReadonlyArray<Pattern>} exports
 * @property {ReadonlyArray<RegExp>} imports Group `from` is what is imported.
 * @property {RegExp} [hidden] Names that are no part of the surface.
 */

/** @type {Language} */
const script = {
  name: "TypeScript and JavaScript",
  extensions: [".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx"],
  comments: "c",
  exports: [
    { kind: "function", pattern: /^export\s+(?:default\s+)?(?:declare\s+)?(?:async\s+)?function\s*\*?\s*(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu },
    { kind: "class", pattern: /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?class\s+(?<name>(?!extends\b)[\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu },
    { kind: "constant", pattern: /^export\s+(?:declare\s+)?(?:const|let|var)\s+(?!enum\b)(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu },
    { kind: "constant", pattern: /^export\s+(?:const|let|var)\s*\{(?<names>[^{}]*)\}\s*=/gmu },
    { kind: "enum", pattern: /^export\s+(?:declare\s+)?(?:const\s+)?enum\s+(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu },
    { kind: "type", pattern: /^export\s+(?:declare\s+)?(?:interface|type)\s+(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:[<={]|extends\b)/gmu },
    { kind: "namespace", pattern: /^export\s+(?:declare\s+)?(?:namespace|module)\s+(?<name>[\p{ID_Start}$_][\p{ID_Continue}$.]*)/gmu },
    { kind: "export", pattern: /^export\s+(?:type\s+)?\{(?<names>[^{}]*)\}/gmu },
    { kind: "namespace", pattern: /^export\s+\*\s+as\s+(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)/gmu },
    { kind: "everything of", pattern: /^export\s+(?:type\s+)?\*\s+from\s+["'](?<name>[^"'\n]+)["']/gmu },
    { kind: "default", pattern: /^export\s+(?<name>default)\s+(?!(?:async\s+)?function\b\s*\*?\s*[\p{ID_Start}$_]|(?:abstract\s+)?class\s+(?!extends\b)[\p{ID_Start}$_])/gmu },
    { kind: "export", pattern: /^module\.exports\s*=\s*\{(?<names>[^{}]*)\}/gmu },
    { kind: "export", pattern: /^(?:module\.)?exports\.(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=(?!=)/gmu }
  ],
  imports: [
    /^import\s+["'](?<from>[^"'\n]+)["']/gmu,
    /^import\s+[\p{ID_Continue}$*\s,]{0,200}(?:\{[^{}]*\})?\s{0,9}from\s+["'](?<from>[^"'\n]+)["']/gmu,
    /^export\s+(?:type\s+)?(?:\*(?:\s+as\s+[\p{ID_Continue}$]+)?|\{[^{}]*\})\s*from\s+["'](?<from>[^"'\n]+)["']/gmu,
    /\b(?:require|import)\(\s*["'](?<from>[^"'\n]+)["']\s*\)/gu
  ]
}

/** @type {Language} */
const python = {
  name: "Python",
  extensions: [".py", ".pyi"],
  comments: "python",
  exports: [
    { kind: "function", pattern: /^(?:async\s+)?def\s+(?<name>[\p{ID_Start}_][\p{ID_Continue}]*)/gmu },
    { kind: "class", pattern: /^class\s+(?<name>[\p{ID_Start}_][\p{ID_Continue}]*)/gmu },
    { kind: "constant", pattern: /^(?<name>[A-Z][A-Z0-9_]*)\s*(?::[^=\n]+)?=(?!=)/gmu }
  ],
  imports: [
    /^[ \t]*from\s+(?<from>\.*[\p{ID_Continue}.]*)\s+import\b/gmu,
    /^[ \t]*import\s+(?<from>[\p{ID_Start}_][\p{ID_Continue}.]*)/gmu
  ],
  hidden: /^_/u
}

/** @type {Language} */
const go = {
  name: "Go",
  extensions: [".go"],
  comments: "c",
  exports: [
    { kind: "function", pattern: /^func\s+(?<name>\p{Lu}[\p{L}\p{Nd}_]*)\s*[([]/gmu },
    { kind: "method", pattern: /^func\s+\([^)\n]*\)\s+(?<name>\p{Lu}[\p{L}\p{Nd}_]*)\s*\(/gmu },
    { kind: "type", pattern: /^type\s+(?<name>\p{Lu}[\p{L}\p{Nd}_]*)/gmu },
    { kind: "constant", pattern: /^const\s+(?<name>\p{Lu}[\p{L}\p{Nd}_]*)/gmu },
    { kind: "variable", pattern: /^var\s+(?<name>\p{Lu}[\p{L}\p{Nd}_]*)/gmu },
    { kind: "type", pattern: /^type\s*\(\n(?<block>(?:[^)\n][^\n]*\n|\n){0,2000})\)/gmu },
    { kind: "constant", pattern: /^const\s*\(\n(?<block>(?:[^)\n][^\n]*\n|\n){0,2000})\)/gmu },
    { kind: "variable", pattern: /^var\s*\(\n(?<block>(?:[^)\n][^\n]*\n|\n){0,2000})\)/gmu }
  ],
  imports: [/^import\s+(?:[\w.]+\s+)?"(?<from>[^"\n]+)"/gmu, /^[ \t]+(?:[\w.]+[ \t]+)?"(?<from>[\w./~-]+)"[ \t]*$/gmu]
}

/** @type {Language} */
const rust = {
  name: "Rust",
  extensions: [".rs"],
  comments: "c",
  exports: [
    { kind: "function", pattern: /^pub\s+(?:(?:async|unsafe|const|extern(?:\s+"[^"\n]*")?)\s+)*fn\s+(?<name>[\p{ID_Start}_][\p{ID_Continue}]*)/gmu },
    { kind: "method", pattern: /^[ \t]+pub\s+(?:(?:async|unsafe|const|extern(?:\s+"[^"\n]*")?)\s+)*fn\s+(?<name>[\p{ID_Start}_][\p{ID_Continue}]*)/gmu },
    { kind: "type", pattern: /^[ \t]*pub\s+(?:unsafe\s+)?(?:struct|enum|union|trait|type)\s+(?<name>[\p{ID_Start}_][\p{ID_Continue}]*)/gmu },
    { kind: "constant", pattern: /^[ \t]*pub\s+(?:const|static)\s+(?:mut\s+)?(?!fn\b|unsafe\b)(?<name>[\p{ID_Start}_][\p{ID_Continue}]*)\s*:/gmu },
    { kind: "module", pattern: /^[ \t]*pub\s+mod\s+(?<name>[\p{ID_Start}_][\p{ID_Continue}]*)/gmu },
    { kind: "macro", pattern: /^#\[macro_export\][^\n]*\n\s*macro_rules!\s+(?<name>[\p{ID_Start}_][\p{ID_Continue}]*)/gmu },
    { kind: "use", pattern: /^pub\s+use\s+(?<name>[\p{ID_Continue}:]+)\s*(?:as\s+\w+\s*)?;/gmu }
  ],
  imports: [/^[ \t]*(?:pub\s+)?use\s+(?<from>[\p{ID_Continue}:]+)/gmu, /^[ \t]*(?:pub(?:\([^)\n]*\))?\s+)?mod\s+(?<from>[\p{ID_Continue}]+)\s*;/gmu]
}

const languages = [script, python, go, rust]

/**
 * @param {string} file
 * @returns {Language | undefined}
 */
const languageOf = (file) => {
  const name = file.slice(file.lastIndexOf("/") + 1)
  const ending = name.slice(Math.max(0, name.lastIndexOf("."))).toLowerCase()
  return languages.find(({ extensions }) => extensions.includes(ending))
}

module.exports = { languageOf, languages }
