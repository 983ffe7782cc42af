import { AndFilter, EqualityFilter, type Filter, FilterParser } from 'ldapts'

/** A filter as an administrator entered it, or a condition on one attribute. Values are never part of a text. */
export type DirectoryFilter = string | { readonly within: string; readonly attribute: string; readonly value: Buffer }

/** Returns the filter as the library takes it. @throws Error for a text that is no filter (RFC 4515). */
export function toFilter(filter: DirectoryFilter): Filter {
  if (typeof filter === 'string') return FilterParser.parseString(filter)
  const { within, attribute, value } = filter
  // The value is sent as bytes, so nothing in it has a meaning to the filter.
  return new AndFilter({ filters: [FilterParser.parseString(within), new EqualityFilter({ attribute, value })] })
}

/** Returns the error of an LDAP filter; null when it is valid. */
export function findFilterFault(text: string): string | null {
  try {
    FilterParser.parseString(text)
    return null
  } catch {
    return 'Expected a filter such as (objectClass=person), with parentheses that match.'
  }
}
