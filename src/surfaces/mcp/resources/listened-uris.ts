/** The resources a message asks to be told of, from revision 2026-07-28 on: the SDK answers it, and tells nobody. */
export function listenedUris(message: unknown): readonly string[] {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: unknown }
  if (method !== 'subscriptions/listen') return []
  const { notifications } = (params ?? {}) as { notifications?: unknown }
  const { resourceSubscriptions: uris } = (notifications ?? {}) as { resourceSubscriptions?: unknown }
  return Array.isArray(uris) ? uris.filter((uri): uri is string => typeof uri === 'string') : []
}
