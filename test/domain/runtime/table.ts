/**
 * Where each of the 19 runtimes lives, written by hand from the fact sheet: `~` stands for the home, `@` for the project.
 * Null is none.
 */
export interface Expected {
  /** With nothing set and nothing there. */
  readonly home: string | null
  readonly skills: string | null
  readonly hooks: string | null
  readonly local: string | null
  readonly localSkills: string | null
  /** Variable, value, home. The variables named later are set too, to other places. */
  readonly variables: ReadonlyArray<readonly [string, string, string]>
  /** What is there, and the home then. */
  readonly probes: ReadonlyArray<readonly [ReadonlyArray<string>, string]>
}

const plain = (name: string, variable: string): Expected => ({
  home: `~/${name}`,
  skills: `~/${name}/skills`,
  hooks: `~/${name}`,
  local: `@/${name}`,
  localSkills: `@/${name}/skills`,
  variables: [
    [variable, "/srv/one", "/srv/one"],
    [variable, "~/two", "~/two"],
    [variable, "~", "~"],
    [variable, " ", `~/${name}`],
    [variable, "", `~/${name}`]
  ],
  probes: [[[`~/${name}-else`, `~/.config/${name}`], `~/${name}`]]
})

export const expected: Readonly<Record<string, Expected>> = {
  antigravity: {
    home: "~/.gemini/antigravity",
    skills: "~/.gemini/config/skills",
    hooks: "~/.gemini/antigravity",
    local: "@/.agents",
    localSkills: "@/.agents/skills",
    variables: [["ANTIGRAVITY_CONFIG_DIR", "/srv/ag", "/srv/ag"]],
    probes: [
      [["~/.gemini"], "~/.gemini/antigravity"],
      [["~/.gemini/antigravity-ide"], "~/.gemini/antigravity-ide"],
      [["~/.gemini/antigravity-cli", "~/.gemini/antigravity-ide"], "~/.gemini/antigravity-ide"],
      [["~/.gemini/antigravity-cli"], "~/.gemini/antigravity-cli"],
      [
        [
          "~/.gemini/antigravity",
          "~/.gemini/antigravity-ide",
          "~/.gemini/antigravity-cli",
          "~/.gemini/antigravity-cli/gsd-core/VERSION"
        ],
        "~/.gemini/antigravity-cli"
      ]
    ]
  },
  augment: plain(".augment", "AUGMENT_CONFIG_DIR"),
  claude: { ...plain(".claude", "CLAUDE_CONFIG_DIR"), localSkills: null },
  cline: { ...plain(".cline", "CLINE_CONFIG_DIR"), local: "@", localSkills: null },
  codebuddy: plain(".codebuddy", "CODEBUDDY_CONFIG_DIR"),
  codex: { ...plain(".codex", "CODEX_HOME"), skills: "~/.agents/skills" },
  copilot: {
    ...plain(".copilot", "COPILOT_CONFIG_DIR"),
    local: "@/.github",
    localSkills: "@/.github/skills",
    variables: [
      ["COPILOT_CONFIG_DIR", "/srv/a", "/srv/a"],
      ["COPILOT_HOME", "/srv/b", "/srv/b"]
    ]
  },
  cursor: plain(".cursor", "CURSOR_CONFIG_DIR"),
  hermes: {
    ...plain(".hermes", "HERMES_HOME"),
    skills: "~/.hermes/skills/gsd",
    localSkills: "@/.hermes/skills/gsd"
  },
  kilo: {
    home: "~/.config/kilo",
    skills: "~/.kilo/skills",
    hooks: "~/.config/kilo",
    local: "@/.kilo",
    localSkills: "@/.kilo/skills",
    variables: [
      ["KILO_CONFIG_DIR", "/srv/kilo", "/srv/kilo"],
      ["KILO_CONFIG", "/srv/k/kilo.json", "/srv/k"],
      ["KILO_CONFIG", "~/kilo.json", "~"],
      ["XDG_CONFIG_HOME", "/srv/xdg", "/srv/xdg/kilo"],
      ["XDG_CONFIG_HOME", "~/xdg", "~/xdg/kilo"]
    ],
    probes: [[["~/.kilo"], "~/.config/kilo"]]
  },
  kimi: {
    home: "~/.config/agents",
    skills: "~/.config/agents/skills",
    hooks: "~/.kimi",
    local: null,
    localSkills: null,
    variables: [["KIMI_CONFIG_DIR", "/srv/kimi", "/srv/kimi"]],
    probes: [
      [["~/.agents"], "~/.config/agents"],
      [["~/.agents", "~/.agents/skills"], "~/.agents"],
      [["~/.agents/skills", "~/.config/agents"], "~/.agents"],
      [["~/.agents/skills", "~/.config/agents/skills"], "~/.config/agents"]
    ]
  },
  "kimi-code": {
    ...plain(".kimi-code", "KIMI_CODE_HOME"),
    local: null,
    localSkills: null,
    probes: [[["~/.kimi-code/config.toml"], "~/.kimi-code"]]
  },
  opencode: {
    home: "~/.config/opencode",
    skills: "~/.config/opencode/skills",
    hooks: "~/.config/opencode",
    local: "@/.opencode",
    localSkills: "@/.opencode/skills",
    variables: [
      ["OPENCODE_CONFIG_DIR", "/srv/oc", "/srv/oc"],
      ["OPENCODE_CONFIG", "/srv/o/opencode.json", "/srv/o"],
      ["XDG_CONFIG_HOME", "/srv/xdg", "/srv/xdg/opencode"]
    ],
    probes: []
  },
  pi: {
    home: "~/.pi/agent",
    skills: "~/.pi/agent/skills",
    hooks: "~/.pi/agent",
    local: "@/.pi",
    localSkills: null,
    variables: [["PI_CODING_AGENT_DIR", "/srv/pi", "/srv/pi"]],
    probes: [[["~/.pi"], "~/.pi/agent"]]
  },
  qwen: plain(".qwen", "QWEN_CONFIG_DIR"),
  trae: plain(".trae", "TRAE_CONFIG_DIR"),
  vscode: {
    home: null,
    skills: null,
    hooks: null,
    local: null,
    localSkills: null,
    variables: [],
    probes: [[["~/.vscode", "~/.config/Code"], ""]]
  },
  windsurf: {
    home: "~/.codeium/windsurf",
    skills: "~/.codeium/windsurf/skills",
    hooks: "~/.codeium/windsurf",
    local: "@/.windsurf",
    localSkills: null,
    variables: [["WINDSURF_CONFIG_DIR", "/srv/ws", "/srv/ws"]],
    probes: []
  },
  zcode: plain(".zcode", "ZCODE_CONFIG_DIR")
}

/** One platform, with the spelling of its home, of the project, and of what an absolute path begins with. */
export interface Machine {
  readonly platform: string
  readonly home: string
  readonly project: string
  /** The same as the answers have it. */
  readonly at: { readonly home: string; readonly project: string; readonly root: string }
}

export const machines: ReadonlyArray<Machine> = [
  {
    platform: "linux",
    home: "/home/ada",
    project: "/projects/shop",
    at: { home: "/home/ada", project: "/projects/shop", root: "" }
  },
  {
    platform: "darwin",
    home: "/Users/ada",
    project: "/Users/ada/shop",
    at: { home: "/Users/ada", project: "/Users/ada/shop", root: "" }
  },
  {
    platform: "win32",
    home: "C:\\Users\\ada",
    project: "D:\\shop",
    at: { home: "C:/Users/ada", project: "D:/shop", root: "E:" }
  }
]
