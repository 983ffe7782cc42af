import {
  type JsonValues,
  listFields,
  listNamed,
  mapEntries,
  type NamedKind,
  namedBy,
  type RuntimeDocument,
  type RuntimeField,
} from '@millrace/forms'

/**
 * The existing objects that a form names and its fields accept, by the id of the field: users, groups, roles and rows
 * of data lists. For a data list it includes the values of the field on which the choice depends, null when it depends
 * on none.
 */
export type KnownNamed = ReadonlyMap<string, ReadonlyMap<string, readonly string[] | null>>

/** Returns whether a form has fields for users, groups or roles, whose names need queries. */
export function namesAnybody({ data }: Pick<RuntimeDocument, 'data'>): boolean {
  return listFields(data).some(({ type }) => namedBy(type) !== null)
}

/** Lists the users, groups and roles in the values of a form, which the form shows to everybody who opens it. */
export function listShownPeople(
  { data }: Pick<RuntimeDocument, 'data'>,
  values: JsonValues,
): ReadonlyMap<string, ReadonlyMap<string, null>> {
  const shown = [...collectNamed(data, values).values()].filter(({ field }) => kindOf(field) !== 'data-list')
  return new Map(shown.map(({ field, ids }) => [field.node, new Map(ids.map((id) => [id, null] as const))]))
}

/** The maximum number of objects that one field names, over all its rows. Further ids are ignored. */
export const maxIds = 1_000

/** A field and the ids of the objects that it names. */
export interface FieldReferences {
  readonly field: RuntimeField
  readonly ids: string[]
}

/** Collects the ids of objects that the values of a form name, by the id of the field. Rows of look-ups are left out. */
export function collectNamed(data: RuntimeDocument['data'], values: JsonValues): Map<string, FieldReferences> {
  const wanted = new Map<string, FieldReferences>()
  mapEntries(data, values, (entry, field) => {
    // What external systems offer is asked outside of the reading.
    if (namedBy(field.type) === null || namedBy(field.type) === 'look-up') return entry
    const known = wanted.get(field.node) ?? { field, ids: [] }
    const room = maxIds - known.ids.length
    for (const id of listNamed(entry).slice(0, room)) if (!known.ids.includes(id)) known.ids.push(id)
    if (known.ids.length > 0) wanted.set(field.node, known)
    return entry
  })
  return wanted
}

/**
 * Returns the kind of objects that a field names, such as users or groups.
 *
 * @throws Error for a field that names no such objects.
 */
export function kindOf(field: RuntimeField): Exclude<NamedKind, 'look-up'> {
  const kind = namedBy(field.type)
  if (kind === null || kind === 'look-up')
    throw new Error(`Expected a field that names somebody, but ${field.node} does not.`)
  return kind
}
