import type { KeyEntry } from "./entry.ts"

/** Keys of the product itself whose type is known. Source: domain/lane. */
export const hostKeys: ReadonlyMap<string, KeyEntry> = new Map<string, KeyEntry>([
  [
    "capabilities.auto_update",
    {
      type: "boolean",
      default: false,
      description: "Whether `update --auto` upgrades what needs no new consent."
    }
  ],
  [
    "review.concurrency",
    {
      type: "number",
      description: "Runs of reviewer lanes that go on at once, at least 1; all of them when nothing is set."
    }
  ],
  [
    "review.concurrency_per_lane",
    {
      type: "number",
      description: "Runs of one lane that go on at once, at least 1; all of them when nothing is set."
    }
  ],
  [
    "review.env",
    {
      type: "enum",
      values: ["inherit", "allowlist"],
      default: "inherit",
      description: "Whether lanes get the environment as it is, or only what is allowed."
    }
  ],
  [
    "review.idle_timeout",
    {
      type: "number",
      description: "Seconds that a run may be silent, above 0; not limited when nothing is set."
    }
  ],
  [
    "review.max_prompt_tokens",
    {
      type: "number",
      description: "Tokens that a prompt may have, the rest is left out; 0 or nothing leaves nothing out."
    }
  ],
  [
    "review.parallel_lanes",
    { type: "boolean", default: true, description: "Whether lanes run side by side." }
  ],
  [
    "review.quorum",
    {
      type: "number",
      description:
        "Usable reviews that there must be, at least 1; 2 when nothing is set, or 1 where one was wanted."
    }
  ]
])
