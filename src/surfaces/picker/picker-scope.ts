export const scopes = ['all', 'named', 'machine', 'interrupted', 'trash'] as const
export const sorts = ['relevance', 'recency', 'length'] as const

/** Which sessions are shown. */
export type Scope = (typeof scopes)[number]
/** In which order. */
export type Sort = (typeof sorts)[number]
