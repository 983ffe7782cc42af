/**
 * Returns the selection that started a batch: `ids` of instances, the query of the list of instances, or null for
 * another selection, such as the query of an API client.
 */
export function readSelection(asked: unknown): 'ids' | Readonly<Record<string, string>> | null {
  if (!isRecord(asked)) return null
  if (Array.isArray(asked.ids)) return 'ids'
  const { query } = asked
  return isRecord(query) && Object.values(query).every((value) => typeof value === 'string')
    ? (query as Readonly<Record<string, string>>)
    : null
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
