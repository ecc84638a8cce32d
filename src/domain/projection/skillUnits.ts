import * as Result from "effect/Result"
import { limits } from "../limits.ts"
import { isWithin } from "../paths.ts"
import { choiceOf } from "../runtime/dialect/behaviors.ts"
import { chooseConverter } from "../runtime/dialect/converters.ts"
import { problemClause } from "../runtime/dialect/problem.ts"
import type { Converted } from "../runtime/dialect/source.ts"
import { shown } from "../text/escape.ts"
import { contextOf, sourceText, type World } from "./dialectPlace.ts"
import type { Offer, OfferedFile, OfferedSkill } from "./offer.ts"
import type { ArtifactPlace, Places } from "./places.ts"
import {
  pathClause,
  placedFile,
  together,
  underneath,
  withheldOne,
  type Made,
  type UnitFile
} from "./unit.ts"

/** The file that makes a folder a skill. */
const main = "SKILL.md"

/** A skill that is served at an entry of the layout. */
interface Serving {
  readonly world: World
  readonly place: ArtifactPlace
  readonly offer: Offer
  readonly skill: OfferedSkill
}

const kindOf = ({ artifact }: ArtifactPlace): "skill" | "command" =>
  artifact.kind === "skills" ? "skill" : "command"

/** Why a skill is too large to be handed on; undefined when it is not. */
const sizeClause = (files: ReadonlyArray<OfferedFile>): string | undefined => {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  if (files.length > limits.skillFiles)
    return `it has ${files.length} files, more than the ${limits.skillFiles} of one skill`
  return bytes > limits.skillBytes
    ? `it has ${bytes} bytes, more than the ${limits.skillBytes} of one skill`
    : undefined
}

const convert = ({ offer, place, skill, world }: Serving): Result.Result<Converted, string> => {
  const source = skill.files.find(({ path }) => path === main)
  if (source === undefined) return Result.fail(`it has no \`${main}\``)
  const size = sizeClause(skill.files)
  if (size !== undefined) return Result.fail(size)
  const kind = kindOf(place)
  const { runtime } = world.places
  const named = place.artifact.converter
  // Claude's own format writes one file; a folder of its own is what a skill is.
  const converter = named === null && kind === "skill" ? "convertClaudeCommandToClaudeSkill" : named
  const converting = chooseConverter({ converter, kind, ...choiceOf(runtime.body.hostBehaviors) })
  return Result.flatMap(sourceText(source.bytes), (text) =>
    Result.mapError(
      converting({ stem: skill.stem, kind, text, capability: offer.id }, contextOf(world, place, offer)),
      problemClause
    )
  )
}

/** A skill's folder as a text names it: in a project relative, since its files are shared. */
const folderFrom = ({ scope }: Places, folder: string): string =>
  scope.kind === "project" && folder !== scope.root && isWithin(folder, scope.root)
    ? folder.slice(underneath(scope.root, "").length)
    : folder

/** Ends a command with where the other files of its skill lie, which is not beside it. */
const withFolder = (converted: Converted, folder: string): Result.Result<Converted, string> => {
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}`]/u.test(folder))
    return Result.fail(shown`its other files lie in ${folder}, which cannot be written into a text`)
  const last = converted.files.at(-1)
  return Result.succeed({
    ...converted,
    files: converted.files.map((file) => {
      if (file !== last) return file
      const end = file.text.includes("\r\n") ? "\r\n" : "\n"
      const gap = file.text.endsWith("\n") ? end : `${end}${end}`
      return {
        ...file,
        text: `${file.text}${gap}The files that this text names beside it lie in \`${folder}\`.${end}`
      }
    })
  })
}

/** The other files of a skill, byte for byte, and those of them that cannot be. */
const furtherFiles = (
  { offer, place, skill }: Serving,
  name: string
): { readonly files: ReadonlyArray<UnitFile>; readonly made: Made } => {
  const others = skill.files.filter(({ path }) => path !== main)
  const judged = others.map((file) => ({ file, clause: pathClause(`${name}/${file.path}`) }))
  return {
    files: judged
      .filter(({ clause }) => clause === undefined)
      .map(({ file }) => ({
        path: underneath(place.path, `${name}/${file.path}`),
        bytes: file.bytes,
        executable: file.executable,
        further: file.path
      })),
    made: together(
      judged.flatMap(({ clause, file }) =>
        clause === undefined
          ? []
          : [withheldOne({ capability: offer.id, kind: "skill", name: `${skill.stem}/${file.path}` }, clause)]
      )
    )
  }
}

/** What a skill has beside what a dialect made of its text. */
interface Beside {
  readonly further?: ReadonlyArray<UnitFile>
  readonly reads?: string
}

const unitOf = (serving: Serving, converted: Converted, { further = [], reads }: Beside): Made => {
  const { offer, place, skill, world } = serving
  const kind = kindOf(place)
  const unwritable = converted.files
    .map(({ path }) => pathClause(path))
    .find((clause) => clause !== undefined)
  if (unwritable !== undefined)
    return withheldOne({ capability: offer.id, kind: "skill", name: skill.stem }, unwritable)
  return {
    units: [
      {
        capability: offer.id,
        kind,
        stem: skill.stem,
        name: converted.name,
        files: [...converted.files.map((file) => placedFile(world.places, place, file)), ...further],
        ...(reads === undefined ? {} : { reads })
      }
    ],
    withheld: [],
    notes: converted.notes.map((note) => `\`${converted.name}\`: ${note}`)
  }
}

const serve = (serving: Serving): Made => {
  const { offer, place, skill, world } = serving
  const refuse = (reason: string): Made =>
    withheldOne({ capability: offer.id, kind: "skill", name: skill.stem }, reason)
  const converted = convert(serving)
  if (Result.isFailure(converted)) return refuse(converted.failure)
  const { files, name } = converted.success
  if (files.some(({ path }) => path === `${name}/${main}`)) {
    const { files: further, made } = furtherFiles(serving, name)
    const reads = further.length === 0 ? {} : { reads: underneath(place.path, name) }
    return together([unitOf(serving, converted.success, { further, ...reads }), made])
  }
  if (skill.files.length === 1) return unitOf(serving, converted.success, {})
  const told = withFolder(converted.success, folderFrom(world.places, skill.folder))
  return Result.isFailure(told)
    ? refuse(told.failure)
    : unitOf(serving, told.success, { reads: skill.folder })
}

/** Entries of the layout at which skills are served: as skills where it has an entry of this kind, else as commands. */
const placesOfSkills = ({ artifacts }: Places): ReadonlyArray<ArtifactPlace> => {
  const of = (kind: "skills" | "commands") => artifacts.filter(({ artifact }) => artifact.kind === kind)
  const skills = of("skills")
  return skills.length === 0 ? of("commands") : skills
}

/**
 * The skills of an offer as a runtime takes them: the whole folder, its `SKILL.md` in the runtime's dialect and every other
 * file byte for byte, or one command file where the layout has no skills. Always one level deep: a layout that nests does so
 * below router skills of the product, and no third-party skill has one.
 */
export const skillUnits = (world: World, offer: Offer): Made => {
  const { places } = world
  const at = placesOfSkills(places)
  if (at.length > 0)
    return together(offer.skills.flatMap((skill) => at.map((place) => serve({ world, place, offer, skill }))))
  const where = places.scope.kind === "global" ? "" : " in a project"
  return together(
    offer.skills.map(({ stem }) =>
      withheldOne(
        { capability: offer.id, kind: "skill", name: stem },
        `the layout of this runtime places neither skills nor commands${where}`
      )
    )
  )
}
