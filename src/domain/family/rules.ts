import { customHooks, hookParents } from "./rules/hooks.ts"
import { operandsFit, operandsOnce, refsOnce, refsPlace, refsResolve, refsUnclaimed } from "./rules/forms.ts"
import {
  detectVariable,
  dirsOnce,
  hostsCase,
  hostsLength,
  hostsOnce,
  installShape,
  postureClosed,
  unknownFields
} from "./rules/lists.ts"
import {
  modesContinuation,
  modesDescriptor,
  modesKeyOnce,
  modesParentsOfHooks,
  modesRole,
  modesSubmode,
  modesUnbound
} from "./rules/modes.ts"
import { placeholders } from "./rules/placeholders.ts"
import {
  providesOnce,
  rolesCommandName,
  rolesContract,
  rolesProvided,
  rolesVocabulary
} from "./rules/roles.ts"
import {
  settingsAppliesTo,
  settingsDefault,
  settingsKeyOnce,
  settingsRange,
  settingsValuesOnce
} from "./rules/settings.ts"
import type { FamilyRule } from "./Rule.ts"

/** Rules over one manifest beside its shape, in the order of reporting: those that others follow from come first. */
export const familyRules: ReadonlyArray<FamilyRule> = [
  placeholders,
  rolesVocabulary,
  rolesProvided,
  settingsKeyOnce,
  settingsValuesOnce,
  settingsRange,
  settingsDefault,
  settingsAppliesTo,
  hostsOnce,
  dirsOnce,
  postureClosed,
  modesContinuation,
  modesKeyOnce,
  modesRole,
  modesSubmode,
  modesParentsOfHooks,
  refsPlace,
  modesDescriptor,
  refsResolve,
  refsOnce,
  operandsOnce,
  operandsFit,
  hookParents,
  customHooks,
  unknownFields,
  providesOnce,
  rolesCommandName,
  rolesContract,
  detectVariable,
  installShape,
  hostsCase,
  hostsLength,
  modesUnbound,
  refsUnclaimed
]
