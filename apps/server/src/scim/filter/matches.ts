import type { Comparison, Filter, FilterValue } from './parse-filter.ts'

/** Returns whether one of several values of an attribute meets a filter. Texts are compared case-insensitively. */
export function matches(filter: Filter, value: unknown): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(part, value))
    case 'or':
      return filter.parts.some((part) => matches(part, value))
    case 'not':
      return !matches(filter.part, value)
    case 'some':
      return false
    case 'present':
      return read(value, filter.path) !== undefined
    case 'compare':
      return compare(read(value, filter.path), filter.operator, filter.value)
  }
}

function read(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return path === 'value' ? value : undefined
  return Object.entries(value).find(([name]) => name.toLowerCase() === path)?.[1]
}

function compare(held: unknown, operator: Comparison, wanted: FilterValue): boolean {
  const [left, right] = [key(held), key(wanted)]
  switch (operator) {
    case 'eq':
      return left === right
    case 'ne':
      return left !== right
    case 'co':
      return left.includes(right)
    case 'sw':
      return left.startsWith(right)
    case 'ew':
      return left.endsWith(right)
    case 'gt':
      return left > right
    case 'ge':
      return left >= right
    case 'lt':
      return left < right
    case 'le':
      return left <= right
  }
}

/** Entra compares flags as texts, `primary eq "True"`. */
function key(value: unknown): string {
  return value === null || value === undefined ? '' : String(value).toLowerCase()
}
