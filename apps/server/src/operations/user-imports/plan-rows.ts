import type { Role } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import { isPseudonym } from '../erasure/pseudonym.ts'
import { refuseGroup } from '../groups/policy.ts'
import { canSeeValue } from '../user-properties/policy.ts'
import { readPropertyValue } from '../user-properties/read-property-value.ts'
import type { UserPropertyRow } from '../user-properties/user-property.ts'
import type { ReadImportRow, RowsImport } from './import-rows.ts'
import type { Facts, FoundGroup } from './read-facts.ts'
import type { RowValues } from './read-row.ts'
import { listChanges, nobody, type RowOutcome, withoutKey } from './row-changes.ts'
import { propertyOf } from './user-import.ts'

/** A row whose user can be written together with others. */
export interface PlainRow extends RowOutcome {
  readonly position: number
  /** Null: the user is created. */
  readonly id: string | null
  readonly isNew: boolean
  readonly username: string
  readonly values: RowValues
  /** User name of a manager who exists, or is created together with this user. */
  readonly manager: string | null
  readonly roles: readonly Role[]
  /** Ids of the groups that the user joins. */
  readonly groups: readonly string[]
  readonly properties: readonly { readonly id: string; readonly value: string; readonly isUnique: boolean }[]
  readonly hasValues: boolean
}

/**
 * Returns the rows that can be written together because they are no special cases, in their order. `importRow` decides
 * the others.
 */
export function planRows(user: Person, work: RowsImport, facts: Facts): PlainRow[] {
  const unique = findSingle(work, facts)
  // A manager who comes later, or is left to be decided alone, does not exist yet.
  const managers = new Set(facts.usernames)
  const planned: PlainRow[] = []
  for (const [n, row] of work.rows.entries()) {
    const plain = unique.has(n) ? planRow(user, work, facts, { ...row, n }) : null
    if (plain === null || (plain.manager !== null && !managers.has(plain.manager))) continue
    planned.push(plain)
    if (plain.isNew) managers.add(plain.username)
  }
  return planned
}

/** Returns the indexes of rows that share no user, name or unique value with another row. */
function findSingle({ rows }: RowsImport, facts: Facts): ReadonlySet<number> {
  const uniques = facts.properties.filter(({ is_unique }) => is_unique)
  const marks = rows.map(({ values }, n) => [
    `name ${(values.username ?? '').toLowerCase()}`,
    ...(facts.found.has(n) ? [`user ${facts.found.get(n)?.id}`] : []),
    ...uniques.flatMap(({ key }) =>
      Object.hasOwn(values.properties, key) ? [`${key} ${values.properties[key]?.toLowerCase()}`] : [],
    ),
  ])
  const counts = new Map<string, number>()
  for (const mark of marks.flat()) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return new Set(
    rows.flatMap(({ values }, n) => {
      const isNamed = values.username !== undefined
      return marks[n]?.every((mark) => counts.get(mark) === 1 || (!isNamed && mark === 'name ')) ? [n] : []
    }),
  )
}

function planRow(
  user: Person,
  work: RowsImport,
  facts: Facts,
  { position, n, values: given }: ReadImportRow & { readonly n: number },
): PlainRow | null {
  const found = facts.found.get(n) ?? null
  const username = given.username ?? found?.username
  const property = propertyOf(work.key)
  if (username === undefined || (property !== null && given.properties[property] === undefined)) return null
  if (found === null ? facts.usernames.has(username) || isPseudonym(username) : username !== found.username) return null
  const values = found === null ? given : withoutKey(given, work.key)
  const groups = findGroups(facts, values.groups ?? [])
  const manager = planManager(work, facts, username, values.manager)
  if (groups === null || manager === undefined) return null
  const now = found?.state ?? nobody
  const changes = listChanges(now, values, groups)
  const plain = { position, id: found?.id ?? null, isNew: found === null, username, values }
  const nothing = { manager: null, roles: [], groups: [], properties: [], hasValues: false }
  if (found !== null && changes.length === 0) return { ...plain, ...nothing, result: 'same', changes }
  if (found !== null && (found.isDisabled || found.isAdministrator || found.id === user.id)) return null
  const joined = groups.filter(({ id }) => !now.groups.some((group) => group.id === id))
  if (joined.some(({ key }) => refuseGroup(user, key) !== null)) return null
  const hasValues = changes.some(({ field }) => propertyOf(field) !== null)
  const properties = hasValues ? planValues(user, facts, n, { values, held: now.properties }) : []
  if (properties === null) return null
  return {
    ...{ ...plain, result: found === null ? 'new' : 'changed', changes, manager, properties, hasValues },
    roles:
      found === null
        ? [...new Set([...nobody.roles, ...(values.roles ?? [])])]
        : (values.roles ?? []).filter((role) => !now.roles.includes(role)),
    groups: joined.map(({ id }) => id),
  }
}

function findGroups({ groups }: Facts, names: readonly string[]): FoundGroup[] | null {
  const found = names.map((name) => groups.find(({ key }) => key === name) ?? groups.find((one) => one.name === name))
  return found.every((group) => group !== undefined) ? [...new Set(found)] : null
}

/** Null: none is written; undefined: there is no such user, or it is the user of the row. */
function planManager(
  { isDryRun }: RowsImport,
  { usernames, inFile }: Facts,
  username: string,
  manager: string | undefined,
): string | null | undefined {
  if (manager === undefined) return null
  if (manager === username) return undefined
  if (usernames.has(manager)) return manager
  if (isDryRun) return inFile.has(manager) ? null : undefined
  return manager
}

/** The values to write; null: one of them does not fit, or one is missing. */
function planValues(
  user: Person,
  { properties, heldUniques, missing }: Facts,
  n: number,
  { values, held }: { readonly values: RowValues; readonly held: Readonly<Record<string, string>> },
): PlainRow['properties'] | null {
  if (missing.has(n) || heldUniques.has(n)) return null
  const seen = properties.filter((property) => canSeeValue(user, { id: '' }, property))
  const isLacking = ({ key, is_required, default_value }: UserPropertyRow) =>
    is_required && default_value === '' && values.properties[key] === undefined && held[key] === undefined
  if (seen.some(isLacking)) return null
  const written: PlainRow['properties'][number][] = []
  for (const [key, text] of Object.entries(values.properties)) {
    const property = seen.find((one) => one.key === key)
    if (property === undefined) return null
    const read = readPropertyValue(property, text)
    if ('fault' in read) return null
    written.push({ id: property.id, value: read.value, isUnique: property.is_unique })
  }
  return written
}
