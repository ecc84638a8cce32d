/** How far up a skill stands in Qwen Code's list, by its stem. Source: runtime facts, section 2.8. */
export const skillPriorities: ReadonlyMap<string, number> = new Map([
  ["new-project", 100],
  ["discuss-phase", 95],
  ["plan-phase", 90],
  ["execute-phase", 85],
  ["progress", 80],
  ["verify-work", 75],
  ["phase", 70],
  ["review", 65],
  ["ship", 60],
  ["config", 55],
  ["surface", 50],
  ["resume-work", 45],
  ["pause-work", 40],
  ["help", 35],
  ["update", 30]
])
