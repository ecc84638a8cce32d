/** Values of a lane's `transport`. Source: seed 000, reviewer body. */
export const laneTransports = ["spawn", "openai-http"] as const

/** Values of a lane's `probeKind`. Source: seed 000, reviewer body. */
export const probeKinds = ["command-exists", "command-capability", "http-reachable"] as const

/** Values of a lane's `promptChannel`. Source: seed 000, reviewer body. */
export const promptChannels = ["stdin", "argv", "argv-file-ref", "none"] as const

/** Values of a lane's `outputChannel`. Source: seed 000, reviewer body. */
export const outputChannels = ["stdout", "file-arg"] as const

/** Values of a lane's `effortChannel`. Source: seed 000, reviewer body. */
export const effortChannels = ["none", "argv", "env"] as const

/** Values of a lane's `modelDiscovery`. Source: seed 000, reviewer body. */
export const modelDiscoveries = ["none", "first-from-models-endpoint"] as const

/** Values of a lane's `emptyOutput`. Source: seed 000, reviewer body. */
export const emptyOutputs = ["stub-with-stderr", "handler-owned"] as const

/** Values of a lane's `evidenceClass`. Source: seed 000, reviewer body. */
export const evidenceClasses = ["source-grounded", "diff-only"] as const

/** First-party lane handlers; null stands beside them. Source: seed 000, reviewer body. */
export const laneHandlers = ["antigravity", "openai-compatible", "opencode"] as const

/** Effort levels; null stands beside them. Source: manifest facts 6. */
export const effortLevels = ["minimal", "low", "medium", "high", "xhigh", "max"] as const
