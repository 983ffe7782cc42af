import type { NamedKind } from '@millrace/forms'

/** Somebody, a group or a role: what it is kept by, and what people read. */
export interface Choice {
  readonly id: string
  readonly name: string
}

/** What those are called whom a form names: of those it opened with, and of those that were found since. */
export type Names = Map<string, string>

export function createNames(known: readonly (Choice & { readonly kind: NamedKind })[] = []): Names {
  const names: Names = new Map()
  for (const { kind, ...choice } of known) rememberName(names, kind, choice)
  return names
}

export function rememberName(names: Names, kind: NamedKind, { id, name }: Choice): void {
  names.set(`${kind} ${id}`, name)
}

/** The name; what it is kept by where nobody knows one (any more). */
export function nameOf(names: Names, kind: NamedKind, id: string): string {
  return names.get(`${kind} ${id}`) ?? id
}
