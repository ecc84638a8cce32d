export { resolveDetectDir, resolveWritableDir } from "./domain/family/directories.ts"
export type { DetectDirRequest, Variables, WritableDirRequest } from "./domain/family/directories.ts"
export { FamilyReport, FamilyResult, Finding } from "./domain/family/finding.ts"
export { byteText, bytesOf, utf8Text, type ByteText } from "./domain/family/byteText.ts"
export { formSlots } from "./domain/family/forms.ts"
export {
  familyText,
  judgeFamilyManifest,
  type FamilyText,
  type ManifestJudged
} from "./domain/family/judge.ts"
export { judgeFamilyFiles, namedFiles, type MemberFiles, type Standing } from "./domain/family/judgeFiles.ts"
export type {
  Contract,
  Detect,
  FamilyMember,
  ModeEntry,
  Role,
  RoleWord,
  SettingEntry,
  WritableDir
} from "./domain/family/manifest.ts"
export { FamilyManifest } from "./domain/family/schema.ts"
export { familyJsonSchema } from "./domain/family/jsonSchema.ts"
export { settingsRegistry, type SettingConflict, type SettingsRegistry } from "./domain/family/registry.ts"
export {
  allowedValues,
  canonicalValue,
  isSettingValue,
  type ValueGrammar
} from "./domain/family/settingValue.ts"
export {
  applySplices,
  inverseSplices,
  planEdits,
  type LineEdit,
  type Splice
} from "./domain/family/settingsEdit.ts"
export {
  readSettings,
  settingsFile,
  type EffectiveSetting,
  type RegistryKey,
  type SettingLine,
  type SettingsReading,
  type SettingsRequest
} from "./domain/family/settingsText.ts"
export {
  familySources,
  type FamilySource,
  type LocatedMember,
  type TrustState
} from "./domain/family/sources.ts"
export { memberOf } from "./domain/family/memberOf.ts"
export { authoritativeVersion, skillVersion, type VersionFiles } from "./domain/family/version.ts"
