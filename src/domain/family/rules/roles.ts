import {
  isRawObject,
  itemsOf,
  keysOf,
  own,
  ownAt,
  pointerOf,
  quote,
  stringsOf
} from "../../capability/raw.ts"
import { roleWords } from "../manifest.ts"
import type { FamilyRule } from "../Rule.ts"
import { isAgain } from "./again.ts"

const isRole = (name: string): boolean => (roleWords as ReadonlyArray<string>).includes(name)

/** Refuses roles that are no words of the vocabulary. Source: seed 001, role vocabulary. */
export const rolesVocabulary: FamilyRule = {
  code: "roles.vocabulary",
  severity: "error",
  asks: "Each key of `roles` is a word of the role vocabulary",
  hint: `Choose one of ${roleWords.join(", ")}`,
  source: "seed 001, role vocabulary",
  judge: (root) =>
    keysOf(own(root, "roles"))
      .filter((name) => !isRole(name))
      .map((name) => ({
        pointer: pointerOf("roles", name),
        message: `${quote(name)} is no word of the role vocabulary`
      }))
}

/** Asks that every callable role is advertised. Source: seed 001, role vocabulary. */
export const rolesProvided: FamilyRule = {
  code: "roles.provided",
  severity: "error",
  asks: "`provides` holds every key of `roles`",
  hint: "Add it to `provides`, or take the role out",
  source: "seed 001, role vocabulary",
  judge: (root) => {
    const provides = own(root, "provides")
    if (!Array.isArray(provides)) return []
    const advertised = new Set(stringsOf(provides))
    return keysOf(own(root, "roles"))
      .filter((name) => isRole(name) && !advertised.has(name))
      .map((name) => ({
        pointer: pointerOf("roles", name),
        message: `The role ${quote(name)} is callable, but \`provides\` does not hold it`
      }))
  }
}

/** Warns of a command that looks like a path. Source: family decisions A1. */
export const rolesCommandName: FamilyRule = {
  code: "roles.cmd-path",
  severity: "warning",
  asks: "`cmd` is a name on the PATH, no path",
  hint: "Write the wrapper's name alone; its file is named by `source`",
  source: "seed 001, roles; family decisions A1",
  judge: (root) =>
    keysOf(own(root, "roles")).flatMap((name) => {
      const cmd = ownAt(root, "roles", name, "cmd")
      return typeof cmd === "string" && /[\\/]/u.test(cmd)
        ? [{ pointer: pointerOf("roles", name, "cmd"), message: `${quote(cmd)} is a path` }]
        : []
    })
}

/** Warns of a word that is advertised twice. Source: family facts 14. */
export const providesOnce: FamilyRule = {
  code: "provides.once",
  severity: "warning",
  asks: "`provides` holds each word once",
  hint: "Take the second one out",
  source: "family facts 14",
  judge: (root) => {
    const words = itemsOf(own(root, "provides"))
    const again = isAgain(words)
    return words.flatMap((word, index) =>
      typeof word === "string" && again[index] === true
        ? [{ pointer: pointerOf("provides", index), message: `${quote(word)} stands twice` }]
        : []
    )
  }
}

/** Warns of a contract that cannot be printed as the seed says. Source: seed 001, roles. */
export const rolesContract: FamilyRule = {
  code: "roles.contract",
  severity: "warning",
  asks: "A contract lists its invocations and how to go on",
  hint: "Give it `invocations`, a list of forms that is not empty, and `continue`, a list that may be",
  source: "seed 001, roles",
  judge: (root) =>
    keysOf(own(root, "roles")).flatMap((name) => {
      const contract = ownAt(root, "roles", name, "contract")
      if (contract === undefined) return []
      const invocations = own(contract, "invocations")
      const isComplete =
        isRawObject(contract) &&
        Array.isArray(invocations) &&
        invocations.length > 0 &&
        Array.isArray(own(contract, "continue"))
      return isComplete
        ? []
        : [
            {
              pointer: pointerOf("roles", name, "contract"),
              message: `The contract of ${quote(name)} is not complete`
            }
          ]
    })
}
