/**
 * Who may import whom, as one table. `docs/map.md` says what each room is for.
 * The plugin beside this file turns a refusal into a lint error.
 */
import { posix } from "node:path"

/** One part of `src` with one kind of work in it. */
export interface Room {
  readonly name: string
  /** Tells which files, named from the repository root, belong to the room; the first match wins. */
  readonly files: RegExp
  /** Names of the rooms it may import from. */
  readonly rooms: ReadonlyArray<string>
  /** Deep paths of `effect` it may import. */
  readonly effect: RegExp
  /** Deep paths of `effect` it may import as types as well. */
  readonly effectTypes?: RegExp
  /** Node's own modules, the platform package and any npm package: only where the world is touched. */
  readonly world: boolean
}

/** A refused import: which rule, and what to do instead. */
export interface Refusal {
  readonly message: string
}

const anyEffect = /^effect\/.+/
const coreEffect = /^effect\/([A-Z]\w*|encoding\/\w+)$/
const commandLineEffect = /^effect\/([A-Z]\w*|encoding\/\w+|cli(\/\w+)?)$/

/** Modules of `effect` that hold values and pure functions, and run nothing. */
const dataModules = [
  "Array BigDecimal BigInt Boolean Brand ByteSize Bytes Chunk Combiner Data DateTime Duration Equal Equivalence",
  "Filter Formatter Function Graph Hash HashMap HashSet Inspectable Iterable JsonPatch JsonPointer JsonSchema",
  "Match MutableHashMap MutableHashSet Newtype NonEmptyIterable Number Optic Option Order Ordering Pipeable",
  "Predicate Record Redactable Redacted Reducer RegExp Result Runtime Schema SchemaAST SchemaGetter SchemaIssue",
  "SchemaParser SchemaRepresentation SchemaTransformation SemVer SemVerRange StandardSchema String Struct Symbol",
  "Trie Tuple Types UndefinedOr Unify"
]
  .join(" ")
  .split(" ")
const dataEffect = new RegExp(`^effect/(${dataModules.join("|")}|encoding/\\w+)$`)
const promiseEffect = new RegExp(`^effect/(${dataModules.join("|")}|Context|encoding/\\w+)$`)

export const rooms: ReadonlyArray<Room> = [
  {
    name: "domain",
    files: /^src\/domain\//,
    rooms: ["domain"],
    effect: dataEffect,
    world: false
  },
  {
    name: "services",
    files: /^src\/services\//,
    rooms: ["domain", "services"],
    effect: promiseEffect,
    effectTypes: coreEffect,
    world: false
  },
  {
    name: "pipelines",
    files: /^src\/pipelines\//,
    rooms: ["domain", "services", "pipelines"],
    effect: coreEffect,
    world: false
  },
  {
    name: "layers",
    files: /^src\/layers\//,
    rooms: ["domain", "services", "layers"],
    effect: anyEffect,
    world: true
  },
  {
    name: "roots",
    files: /^src\/(cli\/main\w*\.ts|(cluster|domain|family|index|live|pipelines|services|testing)\.ts)$/,
    rooms: ["domain", "services", "pipelines", "layers", "cli", "cli/commands", "cli/render", "roots"],
    effect: anyEffect,
    world: true
  },
  {
    name: "cli/commands",
    files: /^src\/cli\/commands\//,
    rooms: ["domain", "services", "pipelines", "cli", "cli/commands", "cli/render"],
    effect: commandLineEffect,
    world: false
  },
  {
    name: "cli/render",
    files: /^src\/cli\/render\//,
    rooms: ["domain", "services", "pipelines", "cli/render"],
    effect: commandLineEffect,
    world: false
  },
  {
    name: "cli",
    files: /^src\/cli\//,
    rooms: ["domain", "services", "pipelines", "cli", "cli/commands", "cli/render"],
    effect: commandLineEffect,
    world: false
  }
]

/** npm packages that a room without the world may still use, each behind one door. */
const doors: ReadonlyArray<{ readonly specifier: RegExp; readonly files: RegExp; readonly where: string }> = [
  {
    specifier: /^semver(\/|$)/,
    files: /^src\/domain\/version\/range\.ts$/,
    where: "src/domain/version/range.ts"
  },
  {
    specifier: /^jsonc-parser$/,
    files: /^src\/domain\/(json|settings)\//,
    where: "src/domain/json/ and src/domain/settings/"
  },
  { specifier: /^@noble\/hashes(\/|$)/, files: /^src\/domain\/hash\.ts$/, where: "src/domain/hash.ts" },
  {
    specifier: /^ipaddr\.js$/,
    files: /^src\/domain\/network\/address\.ts$/,
    where: "src/domain/network/address.ts"
  },
  {
    specifier: /^yaml$/,
    files: /^src\/domain\/planning\/frontmatter\.ts$/,
    where: "src/domain/planning/frontmatter.ts"
  },
  {
    specifier: /^smol-toml$/,
    files: /^src\/domain\/settings\/toml\.ts$/,
    where: "src/domain/settings/toml.ts"
  },
  { specifier: /^diff$/, files: /^src\/domain\/text\/diff\.ts$/, where: "src/domain/text/diff.ts" }
]

const barrels = new Set(["effect", "@effect/platform-node", "@effect/platform-node-shared"])

export const roomOf = (file: string): Room | undefined => rooms.find((room) => room.files.test(file))

const refuse = (message: string): Refusal => ({ message })

const judgeRelative = (file: string, from: Room, specifier: string): Refusal | undefined => {
  if (!specifier.endsWith(".ts")) return refuse(`\`${specifier}\` must name its file, ending in \`.ts\``)
  const target = posix.join(posix.dirname(file), specifier)
  const to = roomOf(target)
  if (to === undefined) return refuse(`\`${target}\` is in no room of src`)
  return from.rooms.includes(to.name)
    ? undefined
    : refuse(`${from.name} may not import ${to.name}; it may import ${from.rooms.join(", ")}`)
}

const judgeEffect = (from: Room, specifier: string, typeOnly: boolean): Refusal | undefined => {
  if (from.effect.test(specifier)) return undefined
  if (from.effectTypes?.test(specifier)) {
    return typeOnly ? undefined : refuse(`${from.name} may import \`${specifier}\` as a type only`)
  }
  return refuse(`${from.name} may not import \`${specifier}\`; see scripts/lint/rooms.ts`)
}

const judgePackage = (file: string, from: Room, specifier: string): Refusal | undefined => {
  const door = doors.find((candidate) => candidate.specifier.test(specifier))
  if (door !== undefined && file.startsWith("src/domain/")) {
    return door.files.test(file)
      ? undefined
      : refuse(`\`${specifier}\` enters the domain only through ${door.where}`)
  }
  return from.world
    ? undefined
    : refuse(`${from.name} may not import \`${specifier}\`; only layers touch the world`)
}

/** Says why `file` may not import `specifier`, or nothing. Files outside `src` are free. */
export const judgeImport = (file: string, specifier: string, typeOnly: boolean): Refusal | undefined => {
  const from = roomOf(file)
  if (from === undefined) {
    return file.startsWith("src/") ? refuse(`\`${file}\` is in no room of src`) : undefined
  }
  if (barrels.has(specifier.replace(/\/index(\.js)?$/, ""))) {
    return refuse(`import a module of \`${specifier}\`, not the whole package: start-up time`)
  }
  if (specifier.startsWith(".")) return judgeRelative(file, from, specifier)
  return specifier.startsWith("effect/")
    ? judgeEffect(from, specifier, typeOnly)
    : judgePackage(file, from, specifier)
}
