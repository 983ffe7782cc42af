import type { Person } from '@millrace/contract'

/** Returns a function that picks the editable fields of a record: those of an empty draft. */
export function pickLike<Draft extends object>(empty: Draft): (record: Draft) => Draft {
  const names = Object.keys(empty) as (keyof Draft)[]
  return (record) => Object.fromEntries(names.map((name) => [name, record[name]])) as unknown as Draft
}

type Fields<Draft> = {
  -readonly [Name in keyof Draft]: [Draft[Name]] extends [Person | null] ? string | null : Draft[Name]
}

/** Converts a draft into the fields of a call: users by their usernames. */
export function toFields<Draft extends object>(draft: Draft): Fields<Draft> {
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, isPerson(value) ? value.username : value]),
  ) as Fields<Draft>
}

function isPerson(value: unknown): value is Person {
  return typeof value === 'object' && value !== null && 'username' in value && 'displayName' in value
}
