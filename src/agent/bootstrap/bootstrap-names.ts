/** The files that tell a model how to be and what to heed, in the order in which it is told. */
export const bootstrapNames: readonly string[] = [
  'AGENTS.md',
  'SOUL.md',
  'USER.md',
  'IDENTITY.md',
  'RULES.md',
]
