/** Exact keys of the host's own configuration. Source: data/central-config-keys.json. */
const exactKeys: ReadonlySet<string> = new Set([
  "agent_skills_security.trusted_global_roots",
  "agent_tools",
  "brave_search",
  "capabilities.auto_update",
  "capabilities.strict_known_registries",
  "claude_md_assembly.mode",
  "claude_md_path",
  "code_quality.fallow.enabled",
  "code_quality.fallow.mcp",
  "code_quality.fallow.profile",
  "code_quality.fallow.scope",
  "commit_docs",
  "context",
  "context_window",
  "effort.default",
  "exa_search",
  "executor.stall_detect_interval_minutes",
  "executor.stall_threshold_minutes",
  "fast_mode.enabled",
  "features.global_learnings",
  "features.thinking_partner",
  "firecrawl",
  "git.allow_default_branch_commits",
  "git.base_branch",
  "git.branching_strategy",
  "git.create_tag",
  "git.milestone_branch_template",
  "git.phase_branch_template",
  "git.protected_branches",
  "git.quick_branch_template",
  "granularity",
  "graphify.auto_update",
  "graphify.build_timeout",
  "graphify.graph_path",
  "hooks.commit_types",
  "hooks.community",
  "hooks.context_critical_threshold",
  "hooks.context_warning_threshold",
  "hooks.context_warnings",
  "hooks.workflow_guard",
  "jina",
  "learnings.max_inject",
  "manager.flags.discuss",
  "manager.flags.execute",
  "manager.flags.plan",
  "mode",
  "model_policy.budget",
  "model_policy.high",
  "model_policy.low",
  "model_policy.medium",
  "model_policy.provider",
  "model_profile",
  "parallelization",
  "perplexity",
  "phase_id_convention",
  "phase_naming",
  "plan_review.source_grounding",
  "plan_review.source_grounding_authority",
  "planner.stall_detect_interval_minutes",
  "planner.stall_threshold_minutes",
  "planning.chunked_parallel",
  "planning.commit_docs",
  "planning.pr_strict",
  "planning.search_gitignored",
  "planning.sub_repos",
  "project_code",
  "ref_search",
  "resolve_model_ids",
  "response_language",
  "review.default_reviewers",
  "review.max_prompt_tokens",
  "review.max_prompt_tokens_per_reviewer",
  "review.parallel_lanes",
  "runtime",
  "search_gitignored",
  "security.injection_blocking",
  "ship.pr_body_sections",
  "statusline.context_position",
  "statusline.show_context_tokens",
  "statusline.show_git",
  "statusline.show_last_command",
  "statusline.show_state_freshness",
  "statusline.state_format",
  "tavily_search",
  "workflow.agent_hint_routing",
  "workflow.auto_advance",
  "workflow.auto_prune_state",
  "workflow.build_command",
  "workflow.code_review_command",
  "workflow.code_review_depth_overrides",
  "workflow.compact_content",
  "workflow.context_coverage_gate",
  "workflow.context_guard_mode",
  "workflow.cross_ai_command",
  "workflow.cross_ai_execution",
  "workflow.cross_ai_timeout",
  "workflow.discuss_mode",
  "workflow.human_verify_mode",
  "workflow.inline_plan_threshold",
  "workflow.max_discuss_passes",
  "workflow.mvp_mode",
  "workflow.node_repair",
  "workflow.node_repair_budget",
  "workflow.plan_bounce",
  "workflow.plan_bounce_passes",
  "workflow.plan_bounce_script",
  "workflow.plan_check",
  "workflow.plan_chunked",
  "workflow.plan_review_convergence",
  "workflow.research_before_questions",
  "workflow.skip_discuss",
  "workflow.smart_zone_tokens",
  "workflow.specless_probe_fallback",
  "workflow.subagent_timeout",
  "workflow.test_command",
  "workflow.test_gate_timeout",
  "workflow.text_mode",
  "workflow.use_worktrees",
  "workflow.verifier",
  "workflow.worktree_skip_hooks"
])

/** Own keys that hold one value per name; the names below them are open. Source: decisions 11. */
const mapKeys: ReadonlySet<string> = new Set([
  "agent_tools",
  "review.max_prompt_tokens_per_reviewer",
  "workflow.code_review_depth_overrides"
])

/** Own keys of which there are as many as there are names for the part in angle brackets. */
const patterns: ReadonlyArray<readonly [form: string, pattern: RegExp]> = [
  ["agent_tools.<selector>", /^agent_tools\.(\*|[a-zA-Z0-9_-]+)$/u],
  ["agent_skills.<agent-type>", /^agent_skills\.[a-zA-Z0-9_-]+$/u],
  ["features.<feature_name>", /^features\.[a-zA-Z0-9_]+$/u],
  ["claude_md_assembly.blocks.<section>", /^claude_md_assembly\.blocks\.[a-zA-Z0-9_]+$/u],
  [
    "model_profile_overrides.<runtime>.<opus|sonnet|haiku>",
    /^model_profile_overrides\.[a-zA-Z0-9_-]+\.(opus|sonnet|haiku)$/u
  ],
  [
    "models.<planning|discuss|research|execution|verification|completion>",
    /^models\.(planning|discuss|research|execution|verification|completion)$/u
  ],
  [
    "granularities.<planning|discuss|research|execution|verification|completion>",
    /^granularities\.(planning|discuss|research|execution|verification|completion)$/u
  ],
  [
    "dynamic_routing.<enabled|escalate_on_failure|max_escalations|provider_escalation|tier_models.<light|standard|heavy>>",
    /^dynamic_routing\.(enabled|escalate_on_failure|max_escalations|provider_escalation|tier_models\.(light|standard|heavy))$/u
  ],
  ["model_overrides.<agent-id>", /^model_overrides\.[a-zA-Z0-9_-]+$/u],
  [
    "effort.routing_tier_defaults.<light|standard|heavy>",
    /^effort\.routing_tier_defaults\.(light|standard|heavy)$/u
  ],
  ["effort.agent_overrides.<agent-id>", /^effort\.agent_overrides\.[a-zA-Z0-9_-]+$/u],
  [
    "fast_mode.routing_tier_defaults.<light|standard|heavy>",
    /^fast_mode\.routing_tier_defaults\.(light|standard|heavy)$/u
  ],
  ["fast_mode.agent_overrides.<agent-id>", /^fast_mode\.agent_overrides\.[a-zA-Z0-9_-]+$/u],
  [
    "review.reviewer_instances.<instance-name>.<cli|model|agent>",
    /^review\.reviewer_instances\.[a-zA-Z0-9_-]+\.(cli|model|agent)$/u
  ],
  [
    "model_policy.runtime_tiers.<runtime>.<opus|sonnet|haiku>",
    /^model_policy\.runtime_tiers\.[a-zA-Z0-9_-]+\.(opus|sonnet|haiku)$/u
  ],
  ["phase_commit_docs.<phase-id>", /^phase_commit_docs\.\d+[A-Z]?(?:\.\d+)*$/u]
]

/** Longest own key, in parts. */
const mostParts = 4

/** Proper ancestors of a dotted name, shortest first, at most as many as an own key has parts. */
const ancestorsOf = (name: string): ReadonlyArray<string> => {
  const parts = name.split(".", mostParts + 1)
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join("."))
}

const fixedPart = (form: string): string => form.slice(0, form.indexOf("<"))

/** An own key below each name that is no key itself. */
const below = new Map<string, string>(
  [...exactKeys, ...patterns.map(([form]) => form)].flatMap((key) =>
    ancestorsOf(key.includes("<") ? `${fixedPart(key)}x` : key).map((ancestor) => [ancestor, key] as const)
  )
)

/**
 * The host's own key that a name equals, stands above or stands below, which one value cannot hold both of; undefined
 * when there is none. Names below keys that hold a map, and below patterns, are free. Source: decisions 11.
 */
export const centralOverlap = (name: string): string | undefined => {
  if (exactKeys.has(name)) return name
  const form = patterns.find(([, pattern]) => pattern.test(name))?.[0]
  return (
    form ??
    ancestorsOf(name).find((ancestor) => exactKeys.has(ancestor) && !mapKeys.has(ancestor)) ??
    below.get(name)
  )
}

const belowMap = /^(.+)\.[a-zA-Z0-9_-]+$/u

/** Tells whether a name is one of the host's own keys: by itself, by a pattern, or as an entry of a key that holds a map. */
export const isCentralKey = (name: string): boolean =>
  exactKeys.has(name) ||
  patterns.some(([, pattern]) => pattern.test(name)) ||
  mapKeys.has(belowMap.exec(name)?.[1] ?? "")

/** The host's own keys that have no open part, in ascending order. */
export const centralKeyNames: ReadonlyArray<string> = [...exactKeys].toSorted()
