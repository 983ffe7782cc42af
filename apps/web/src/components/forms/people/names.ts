import type { NamedKind } from '@millrace/forms'

/** A user, group, role or row of a data list: its stored value and its label. */
export interface Choice {
  readonly id: string
  readonly name: string
  /** For a row of an external system: what else of it goes into the form. */
  readonly columns?: Readonly<Record<string, string>> | undefined
}

/** The kind of a named object, and the field that names it. */
export interface NamedBy {
  readonly kind: NamedKind
  readonly node?: string | undefined
}

export type KnownName = Choice & NamedBy

/** Labels of the objects in a form: those of its initial values, and those that were found since. */
export type Names = Map<string, string>

export function createNames(known: readonly KnownName[] = []): Names {
  const names: Names = new Map()
  for (const { kind, node, ...choice } of known) rememberName(names, { kind, node }, choice)
  return names
}

export function rememberName(names: Names, of: NamedBy, { id, name }: Choice): void {
  names.set(`${scopeOf(of)} ${id}`, name)
}

/** Returns the label of an object, or its stored value when the label is not known. */
export function nameOf(names: Names, of: NamedBy, id: string): string {
  return names.get(`${scopeOf(of)} ${id}`) ?? id
}

/**
 * Returns the scope in which ids are unique: users, groups and roles everywhere, rows of lists and systems for each
 * field.
 */
function scopeOf({ kind, node }: NamedBy): string {
  return kind === 'data-list' || kind === 'look-up' ? `${kind} ${node}` : kind
}
