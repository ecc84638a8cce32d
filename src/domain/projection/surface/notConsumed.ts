/** Keys of `hostBehaviors` that a manifest may say and gsd does nothing about, with the reason as a sentence. */
export interface NotConsumed {
  readonly keys: ReadonlyArray<string>
  readonly reason: string
}

/**
 * Every such key once; each other key of the vocabulary is read somewhere. Source: runtime facts, sections 1.3 and 5;
 * seed 000 has keys that are not obeyed be ignored with a warning, and these are known and silent.
 */
export const notConsumed: ReadonlyArray<NotConsumed> = [
  {
    keys: [
      "agentFrontmatterExtensions",
      "hyphenNameAgentBody",
      "noPathRewrite",
      "skipHomePrefixSubstitution"
    ],
    reason:
      "What a text keeps of its front matter, and how names and paths in it are rewritten, is said once by the converter that the layout names."
  },
  {
    keys: ["attributionConfigResolver", "attributionSource"],
    reason: "gsd writes no line of attribution into commits, so there is none to leave out or to put in."
  },
  {
    keys: ["authorsCanonicalWorkflow", "skillsGlobalOnboarding", "sourceMarkerFile"],
    reason: "No copy of an engine or of its sources is put beside what is projected: gsd stays in one place."
  },
  {
    keys: [
      "cleanupSkillSidecars",
      "legacyCommandsGsdCleanup",
      "legacyCommandsGsdInstallMigration",
      "legacyCommandsGsdUninstall",
      "legacyDevinSkillsCleanup",
      "retiredArtifacts"
    ],
    reason:
      "They have files of older versions taken away by their names. gsd takes away what its ledger records as its own and nothing else."
  },
  {
    keys: ["clineRulesSurface", "hooksJsonSurface", "skipSharedHooksInstall", "tomlConfigInstall"],
    reason: "`hooksSurface` and `installSurface` say it."
  },
  {
    keys: [
      "agentManifestStyle",
      "combinedFamilyInstall",
      "flatCommandDir",
      "installsCommandBodiesForWorkflowDelegation",
      "localCommandsViaRules",
      "localInstallStyle",
      "skillsManifestPrefix",
      "skipCodexSkillsManifest"
    ],
    reason: "`artifactLayout` says what goes where, and the ledger of gsd is the only list of it."
  },
  {
    keys: [
      "doneBannerStyle",
      "reapplyCommand",
      "reportCommandsDir",
      "reportSkillsCount",
      "verificationStyle"
    ],
    reason: "They are words of another installer. What gsd did is told in the same way for every runtime."
  },
  {
    keys: ["globalDirResolver"],
    reason: "`configHome` says how the home is found."
  },
  {
    keys: ["hookPathStyle"],
    reason:
      "Commands of hooks name their script by its absolute path in the store, as one word of a shell, so that they work from every folder."
  },
  {
    keys: ["nativeModelAliases"],
    reason: "Which model an agent has is said by the person's configuration, and the converter spells it."
  },
  {
    keys: ["nativePlugin", "sharedHooksDirName"],
    reason: "Capabilities bring no plugins for hosts, and a plugin of the engine itself is not projected."
  },
  {
    keys: ["permissionsSchema"],
    reason:
      "It allows commands of the engine itself. A capability is given leave to have its own files read, by `permissionWriter`, and nothing else."
  },
  {
    keys: ["projectInstructionFile"],
    reason:
      "gsd writes nothing into a file of instructions, which is the person's; the converter names it where texts do."
  },
  {
    keys: ["skipSettingsUi", "skipUpdateBannerCommand"],
    reason: "gsd puts neither a status line nor a banner into a host."
  },
  {
    keys: ["trackCategoryDescription", "writeCategoryDescription"],
    reason: "Skills are written one by one; no description of a category stands beside them."
  },
  {
    keys: ["unsupportedFeatures"],
    reason: "They are features of another engine. What a host cannot be given is told by name and reason."
  }
]

/** All of these keys. */
export const notConsumedKeys: ReadonlySet<string> = new Set(notConsumed.flatMap(({ keys }) => keys))
