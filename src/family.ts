export { resolveDetectDir, resolveWritableDir } from "./domain/family/directories.ts"
export type { DetectDirRequest, Variables, WritableDirRequest } from "./domain/family/directories.ts"
export { FamilyReport, FamilyResult, Finding } from "./domain/family/finding.ts"
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
export { isSettingValue, type ValueGrammar } from "./domain/family/settingValue.ts"
export {
  readSettings,
  settingsFile,
  type EffectiveSetting,
  type RegistryKey,
  type SettingLine,
  type SettingsReading,
  type SettingsRequest
} from "./domain/family/settingsText.ts"
export { authoritativeVersion, skillVersion, type VersionFiles } from "./domain/family/version.ts"
