const kibi = 1024
const mebi = 1024 * kibi

/**
 * Every number the product decides by: value, unit in the name, reason, source.
 * Source: decisions "Numbers" unless a line says otherwise.
 */
export const limits = {
  /** A manifest of 8 MiB holds thousands of entries; more is an attack on the reader. */
  manifestBytes: 8 * mebi,
  /** A plan, a text beside it, or a whole prompt of a review; large ones have 200 KiB. Source: ours. */
  planBytes: 8 * mebi,
  /** A cited file whose names a query compares with those of an older version; large ones have 200 KiB. Source: ours. */
  comparedFileBytes: mebi,
  /** Cited files whose texts are compared. Source: ours. */
  comparedFiles: 50,
  /** Front matter of an artefact; large ones have 4 KiB. Source: ours. */
  frontmatterBytes: 64 * kibi,
  /** Lists and keys in each other; YAML's reader calls itself for each. Source: ours. */
  frontmatterDepth: 16,
  /** What a resolver prints of one task. Source: lanes facts, section 3. */
  taskContentBytes: mebi,
  /** What of a resolver's complaints is told, from the end. Source: lanes facts, section 3. */
  taskComplaintBytes: 2000,
  /** Resolvers that run at once: trackers are asked over a network and bear no more. Source: ours. */
  taskResolvers: 4,
  /** A step workflow is a few pages of text. Source: ours. */
  workflowBytes: mebi,
  /** Tests that one artefact adds to a verification; nobody goes through more. Source: ours. */
  addedTests: 200,
  /** A file that keeps what was composed for the loop, or a list; five thousand overlays take less. Source: ours. */
  keptBytes: 32 * mebi,
  /** Files of each kind that are kept, as for the user's own scope and the projects of late. Source: ours. */
  keptFiles: 16,
  /** Files of one skill that a runtime is given; a skill with all its references has a few dozen. Source: ours. */
  skillFiles: 1000,
  /** All of them together; hosts read skills at every start. Source: ours. */
  skillBytes: 16 * mebi,
  /** A text that is written in a runtime's dialect; agents hold less in all. Source: ours. */
  skillTextBytes: mebi,
  ledgerBytes: 8 * mebi,
  /** Entries of the public system's ledger, and settings files that one of them names. Source: lifecycle facts 2.4. */
  publicLedgerEntries: 4096,
  publicLedgerEdits: 256,
  /** Files of an adopted folder that are taken away one by one, each with its bytes kept until the commit. Source: ours. */
  adoptedFolderFiles: 2000,
  consentBytes: 8 * mebi,
  /** Policies, lock holders and project configuration are small files of ours or of a person's. */
  settingsBytes: 8 * mebi,
  /** Longest name of a configuration key; the longest of ours has 60 characters. Source: ours. */
  configKeyCharacters: 256,
  /** Folders beside the known members of the family that are looked into; nobody has more skills. Source: ours. */
  familyFolders: 4096,
  /** How long another run of ours may edit the family's settings file; an edit takes milliseconds. Source: ours. */
  familyLockWaitMillis: 5000,
  /** Age from which such a run is taken for dead. Source: ours. */
  familyLockStaleMillis: 10_000,
  /** A workstream's name and a line end. Source: ours. */
  workstreamBytes: 4 * kibi,
  /** Times that a configuration file is edited anew while another program writes it. Source: ours. */
  configEditTries: 5,
  /** The parser's recursion and every walker stay far below the stack. */
  jsonDepth: 100,
  /** Manifests of the family have fields of any shape; only the reader of duplicate keys walks them by recursion. Source: ours. */
  familyJsonDepth: 500,
  /** Values of such a manifest above which only the first fault of its shape is told; the largest known one has 400. Source: ours. */
  familyValues: 100_000,
  bundleBytes: 128 * mebi,
  bundleEntries: 100_000,
  /** An archive as it is fetched, still compressed. */
  archiveBytes: 64 * mebi,
  /** Unpacked bytes per compressed byte, beyond the first `archiveRatioFreeBytes`; text packs at 3 to 20. */
  archiveRatio: 200,
  archiveRatioFreeBytes: mebi,
  /** One extended (PAX or long-name) header of an archive. */
  archiveHeaderBytes: mebi,
  /** All paths of a bundle together: 100,000 of 160 bytes. More would not fit `fileListBytes`. Source: ours. */
  bundleNamesBytes: 16 * mebi,
  /** A file name or comment in the header of a gzip stream. Source: ours. */
  gzipHeaderBytes: 64 * kibi,
  /** How much of an archive is read at a time. Source: ours. */
  archivePieceBytes: 64 * kibi,
  /** How much is unpacked at a time; four times as much costs 15 MiB more at the peak. Source: measured. */
  unpackedPieceBytes: 16 * kibi,
  /** A file larger than this is written piece by piece, each of at most this. Source: ours. */
  filePieceBytes: mebi,
  pathBytes: 1024,
  nameBytes: 255,
  /** files.json of a bundle with the most entries and the longest usual names. */
  fileListBytes: 64 * mebi,
  /** Files of all lists of bundles that a process remembers; 200 bytes each. Source: ours. */
  knownListFiles: 20_000,
  journalBytes: 64 * mebi,
  /** The last lines of the audit log are all that an append reads. */
  auditTailBytes: 64 * kibi,
  /** The whole log is read to rebuild a ledger; a line is 400 bytes, two a command. Source: ours. */
  auditLogBytes: 64 * mebi,
  /** Prompt text of one hook: 64,000 tokens, a third of what most agents hold in all. Source: ours. */
  fragmentBytes: 256 * kibi,
  /** Longest text that says where a capability comes from; longer addresses are taken by few servers. Source: ours. */
  sourceCharacters: 8192,
  /** What of it a refusal shows. Source: ours. */
  sourceShownCharacters: 1000,
  /** Longest silence of a server. */
  requestIdleMillis: 30_000,
  /** Longest request in all, redirects and body included. */
  requestMillis: 300_000,
  redirects: 5,
  /** One git step that fetches. */
  gitMillis: 60_000,
  /** Refs of a repository, as a list: 200,000 of 80 bytes. Source: ours. */
  gitRefsBytes: 16 * mebi,
  /** What a repository may send for one commit, compressed, as a multiple of what a bundle may be unpacked. Source: ours. */
  gitPackRatio: 2,
  /** Between two looks at how much of it has arrived. Source: ours. */
  gitPackPollMillis: 250,
  /** Commits whose subjects a query reads, the last ones. Source: ours. */
  historyCommits: 10_000,
  /** What of a git's complaints is read, from the end. Source: ours. */
  gitComplaintBytes: 16 * kibi,
  /** One look at what a server offers: refs of a repository, versions of a package, an index. */
  peekMillis: 30_000,
  /** What a server says of all versions of a package; the largest public ones are near 20 MiB. Source: measured. */
  packumentBytes: 64 * mebi,
  /** The signed root of a registry: 100,000 capabilities of 80 bytes. Source: ours. */
  registryRootBytes: 16 * mebi,
  /** What a registry says of all versions of one capability: 10,000 of 800 bytes. Source: ours. */
  registryCapabilityBytes: 8 * mebi,
  /** Signatures under one root; more would only cost time to check. Source: ours. */
  registrySignatures: 16,
  /** How long an index counts unless its keeper says otherwise, in days. Source: ours. */
  registryLifeDays: 90,
  /** Ten years: longer than anybody should trust one signature. Source: ours. */
  registryMostDays: 3650,
  /** Title and description of a capability in a registry's root, in characters each. Source: ours. */
  registryTextCharacters: 200,
  /** Sources asked at once by `outdated` and `update --all`. Source: ours. */
  sourceConcurrency: 32,
  /** Older versions tried when the newest is made for another gsd. Source: ours. */
  compatibleTries: 10,
  /** Files that one warning names. Source: ours. */
  filesTold: 10,
  lockWaitMillis: 30_000,
  lockRetryMinMillis: 10,
  lockRetryMaxMillis: 50,
  /** Kept generations of one capability, the active one included, until a policy says otherwise (design section 7). */
  generations: 3,
  /** A bundle that was dropped stays readable this long, for commands that began before. */
  trashMillis: 3_600_000,
  /** A seal counts only when every ctime is older than the seal by this (consent.md). */
  sealAgeMillis: 2_000,
  /** A reader looks again when a commit came between; so many in a row are no reason to wait for a quiet moment. */
  readerAttempts: 5,
  stagingConcurrency: 8,
  /** Longest value that a disclosure line shows in full, in characters. */
  shownCharacters: 400,
  /** A unified diff longer than this is cut with a count, in lines. */
  shownDiffLines: 200,
  /** Longest time limit of a reviewer lane; more is a slip of the unit, since keys are in seconds. Source: ours. */
  laneMillis: 86_400_000,
  /** What is kept of a lane's answer; the rest is counted. */
  laneOutputBytes: 4 * mebi,
  /** What is kept of the end of a lane's error output. Source: ours. */
  laneErrorBytes: 64 * kibi,
  /** What is shown of it in REVIEWS.md, in characters. Source: ours. */
  laneErrorCharacters: 2000,
  /** An answer of a model endpoint, with the JSON around the text. Source: ours. */
  laneAnswerBytes: 8 * mebi,
  /** A prompt that is an argument itself; Linux carries 128 KiB an argument. Source: ours. */
  promptArgumentBytes: 96 * kibi,
  /** The same on Windows, whose whole command line holds 32,767 characters. Source: ours. */
  promptArgumentWindowsBytes: 24 * kibi,
  /** Name of a model, an effort or an agent. Source: lanes.md 1.7. */
  laneNameCharacters: 200,
  /** A time limit of a lane's own ends this much before ours, or a tenth of ours when that is less. Source: lanes.md 1.6. */
  nativeTimeoutMarginMillis: 60_000,
  /** Part of a prompt budget that is left free, since tokens are only estimated. Source: lanes.md 1.5. */
  promptMarginPercent: 10,
  /** Least that is left of a plan in a prompt that is cut. Source: lanes.md 1.5. */
  promptPlanCharacters: 1024,
  /** Lines of PROJECT.md that stay in a prompt that is cut. Source: lanes.md 1.5. */
  promptProjectLines: 40,
  /** How long a runner of a cluster counts as there after its last sign of life, of which it gives three in that time. Source: ours. */
  clusterLeaseMillis: 15_000,
  /** How long a lane waits for a runner that offers it, unless the person says otherwise. Source: ours. */
  clusterWaitMillis: 10_000,
  /** The most that a person may say; more is a slip of the unit. Source: ours. */
  clusterWaitMostMillis: 86_400_000,
  /** How often a runner looks for lanes, and a requester for what became of them. Source: ours. */
  clusterPollMillis: 500,
  /** Parts into which the lanes of one key are divided among the runners that offer it; all of a cluster must agree. Source: ours. */
  clusterShards: 32,
  /** Starts of one lane, those on runners that were gone before its end too; whoever ends its runner each time ends no more. Source: ours. */
  clusterStarts: 3,
  /** Handing over, starting and handing back, beside the time of the lane itself, at each start. Source: ours. */
  clusterStartMillis: 60_000,
  /** How long a requester that goes waits for the end of its lane on the runner. Source: ours. */
  clusterCancelMillis: 10_000,
  /** How long a prompt stays in the storage that its requester did not take out, being gone itself. Source: ours. */
  clusterKeptMillis: 7 * 86_400_000,
  /** One message of PostgreSQL: an answer of `laneAnswerBytes` as JSON, and again as text. Source: ours. */
  clusterMessageBytes: 64 * mebi,
  /** Files of a repository that are listed, so that a cited path is found; more is no work tree. Source: ours. */
  repositoryFiles: 500_000,
  /** How long the repository is looked through for what reviews cite. Source: ours. */
  citationMillis: 20_000,
  /** The same when a review was interrupted, and somebody waits for its end. Source: ours. */
  interruptedCitationMillis: 2000,
  /** How much of a cited file is read at a time, and at most. Source: ours. */
  citedPieceBytes: 256 * kibi,
  citedFileBytes: 64 * mebi,
  /** Longest writing of REVIEWS.md after an interruption; a disk that hangs does not hold the process. Source: ours. */
  reportMillis: 10_000,
  /** The history of reviews: 10,000 of 800 bytes; older ones go when it grows beyond that. Source: ours. */
  runHistoryBytes: 8 * mebi,
  runHistoryKept: 1000,
  /** Longest run of a command of a capability, unless the person says otherwise; indexing a large project takes half a minute. Source: ours. */
  commandMillis: 120_000,
  /** The most that a person may say; more is a slip of the unit. Source: ours. */
  commandMostMillis: 86_400_000,
  /** What is passed on or kept of each of its outputs; a reader has lost the thread long before. Source: ours. */
  commandOutputBytes: 8 * mebi,
  /** JSON of its answer. Source: ours. */
  commandResultBytes: 8 * mebi,
  /** Usable reviews that a review asks for, when it wants that many. Source: ours. */
  laneQuorum: 2,
  /** The end of the loop's log that is read: some 4,000 records. Source: ours. */
  loopLogBytes: mebi,
  /** One record of it; a write this small is one write. Source: ours. */
  loopRecordBytes: 16 * kibi,
  /** Records that `loop log` shows unless it is asked for more. Source: ours. */
  loopLogRecords: 50,
  /** What a hook's outcome says, in characters. Source: data/gate-predicates.json. */
  hookMessageCharacters: 2000,
  /** A gate's command that names no time. Source: data/gate-predicates.json. */
  gateCommandMillis: 30_000,
  /** The longest that a gate's command may ask for: a whole test suite, not a night. Source: ours. */
  gateCommandMostMillis: 3_600_000,
  /** What is kept of the end of each output of a gate's command. Source: ours. */
  gateOutputBytes: 16 * kibi,
  /** How long a hook of a capability may run in a host that has a bound stand beside it; Claude's own by default. Source: ours. */
  hostHookSeconds: 60,
  /** Longest that export holds up the end of a command; a collector that hangs is not waited for. Source: ours. */
  telemetryFlushMillis: 2000,
  /** Spans that a trace keeps; an install makes a few hundred, and viewers take a million. Source: ours. */
  traceSpans: 200_000
} as const
