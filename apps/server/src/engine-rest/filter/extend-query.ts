type Parameters = Readonly<Record<string, unknown>>

/** Conditions of both have to hold: of the same variable that of the second. */
const variables = ['taskVariables', 'processVariables', 'caseInstanceVariables'] as const

/**
 * Merges a stored query with the query of a request. Parameters of the request take precedence, where a value and an
 * expression count as the same parameter. The stored sorting comes before that of the request.
 */
export function extendQuery(stored: Parameters, asked: Parameters): Parameters {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined && value !== null))
  const replaced = new Set(Object.keys(given).flatMap((name) => [name, otherNameOf(name)]))
  const kept = Object.fromEntries(Object.entries(stored).filter(([name]) => !replaced.has(name)))
  const both = (name: string) => [...listOf(stored[name]), ...listOf(given[name])]
  const merged = Object.fromEntries(
    variables.flatMap((name) => {
      const later = new Set(listOf(given[name]).map(nameOf))
      const all = [...listOf(stored[name]).filter((one) => !later.has(nameOf(one))), ...listOf(given[name])]
      return all.length === 0 ? [] : [[name, all]]
    }),
  )
  const lists = Object.fromEntries(
    ['orQueries', 'sorting'].flatMap((name) => (both(name).length === 0 ? [] : [[name, both(name)]])),
  )
  return { ...kept, ...given, ...merged, ...lists }
}

function otherNameOf(name: string): string {
  return name.endsWith('Expression') ? name.slice(0, -'Expression'.length) : `${name}Expression`
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function nameOf(condition: unknown): unknown {
  return (condition as { name?: unknown } | null)?.name
}
