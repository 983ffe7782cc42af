import type { NamedKind } from '@millrace/forms'

/** Somebody, a group, a role or a row of a data list: what it is kept by, and what people read. */
export interface Choice {
  readonly id: string
  readonly name: string
  /** Of a row of an external system: what else of it goes into the form. */
  readonly columns?: Readonly<Record<string, string>> | undefined
}

/** What names something: its kind, and the field. */
export interface NamedBy {
  readonly kind: NamedKind
  readonly node?: string | undefined
}

export type KnownName = Choice & NamedBy

/** What those are called whom a form names: of those it opened with, and of those that were found since. */
export type Names = Map<string, string>

export function createNames(known: readonly KnownName[] = []): Names {
  const names: Names = new Map()
  for (const { kind, node, ...choice } of known) rememberName(names, { kind, node }, choice)
  return names
}

export function rememberName(names: Names, of: NamedBy, { id, name }: Choice): void {
  names.set(`${scopeOf(of)} ${id}`, name)
}

/** The name; what it is kept by where nobody knows one (any more). */
export function nameOf(names: Names, of: NamedBy, id: string): string {
  return names.get(`${scopeOf(of)} ${id}`) ?? id
}

/** Users, groups and roles are the same whichever field names them; two fields may choose from different lists or systems. */
function scopeOf({ kind, node }: NamedBy): string {
  return kind === 'data-list' || kind === 'look-up' ? `${kind} ${node}` : kind
}
