import { choiceLimit, listNamesOf, type NamedOne, type OpenedForm, readRole } from '@millrace/contract'
import {
  type JsonValues,
  listFields,
  namedBy,
  propsOf,
  type RuntimeDocument,
  type RuntimeField,
  restrictForm,
} from '@millrace/forms'
import { sql } from 'kysely'
import { engineGroup } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { contains } from '../../platform/list/conditions.ts'
import { allOf, runSql, type Sql } from '../../platform/list/sql.ts'
import { findListChoices, findListValues } from './list-choices.ts'
import { collectNamed, type FieldReferences, type KnownNamed, kindOf, maxIds } from './named-in-values.ts'
import { namedSources, type PeopleKind } from './named-sources.ts'

/** Finds the objects that a field can name whose names contain a text, sorted by name. */
export async function findChoices(
  tx: Tx,
  workplaceId: string,
  field: RuntimeField,
  { q, by }: { readonly q: string; readonly by: string },
): Promise<{ items: NamedOne[]; isMore: boolean }> {
  const most = choiceLimit + 1
  const kind = kindOf(field)
  const conditions = q === '' || kind === 'data-list' ? [] : [contains(namedSources[kind].name, q)]
  const found =
    kind === 'data-list'
      ? await findListChoices(tx, workplaceId, field, { q, by, most })
      : await select(tx, workplaceId, { field, kind, conditions, most })
  return { items: found.slice(0, choiceLimit), isMore: found.length > choiceLimit }
}

/**
 * Finds which objects in sent values exist and are accepted by their fields. Makes no query when nothing is named.
 * Users, groups and roles are skipped unless `withPeople`, because guests must not learn who works here.
 */
export async function findKnownNamed(
  tx: Tx,
  workplaceId: string,
  { data }: Pick<RuntimeDocument, 'data'>,
  { values, withPeople }: { readonly values: JsonValues; readonly withPeople: boolean },
): Promise<KnownNamed> {
  const all = [...collectNamed(data, values).values()]
  const wanted = withPeople ? all : all.filter(({ field }) => kindOf(field) === 'data-list')
  const found = await Promise.all(
    wanted.map(async ({ field, ids }) => {
      if (kindOf(field) === 'data-list') {
        const values = await findListValues(tx, workplaceId, field, { ids })
        return [field.node, new Map(values.map(({ id, goesWith }) => [id, goesWith]))] as const
      }
      const rows = await selectByIds(tx, workplaceId, field, ids)
      return [field.node, new Map(rows.map(({ id }) => [id, null]))] as const
    }),
  )
  return new Map(found)
}

/** Reads the display names of all objects in the values of a form, valid or not, because the process has set them. */
export async function readNames(
  tx: Tx,
  workplaceId: string,
  { data }: Pick<RuntimeDocument, 'data'>,
  values: JsonValues,
): Promise<OpenedForm['names']> {
  const ids = new Map<PeopleKind, Set<string>>()
  const ofLists: FieldReferences[] = []
  for (const wanted of collectNamed(data, values).values()) {
    const kind = kindOf(wanted.field)
    if (kind === 'data-list') ofLists.push(wanted)
    else ids.set(kind, new Set([...(ids.get(kind) ?? []), ...wanted.ids]))
  }
  const found = await Promise.all([
    ...ofLists.map(({ field, ids: some }) => readListNames(tx, workplaceId, field, { ids: some, isAny: true })),
    ...[...ids].map(async ([kind, some]) => {
      const { from, id, name, scope } = namedSources[kind]
      const rows = await runSql<NamedOne>(
        tx,
        sql`select ${id} as id, ${name} as name from ${from} where ${scope(workplaceId)} and ${id} = any(${[...some]}::text[])`,
      )
      return rows.map((row) => ({ kind, ...row }))
    }),
  ])
  return found.flat()
}

/** Reads the display names of objects in unchecked values: only of those that exist and that the fields accept. */
export async function readFittingNames(
  tx: Tx,
  workplaceId: string,
  { data }: Pick<RuntimeDocument, 'data'>,
  values: JsonValues,
): Promise<OpenedForm['names']> {
  const found = await Promise.all(
    [...collectNamed(data, values).values()].map(async ({ field, ids }) => {
      const kind = kindOf(field)
      if (kind === 'data-list') return readListNames(tx, workplaceId, field, { ids })
      const rows = await selectByIds(tx, workplaceId, field, ids)
      return rows.map((row) => ({ kind, ...row }))
    }),
  )
  return found.flat()
}

/** Returns the field with this id when it names objects and is visible for these roles and groups. */
export function getNamingField(
  form: RuntimeDocument,
  node: string,
  memberships: readonly string[],
): RuntimeField | Refusal {
  const { hidden } = restrictForm(form, memberships)
  const field = listFields(form.data).find(
    (one) => one.node === node && namedBy(one.type) !== null && !hidden.has(node),
  )
  return (
    field ??
    refuse('thing.not-found', 'Expected a field of this form that names somebody, but it has none with this id.')
  )
}

async function readListNames(
  tx: Tx,
  workplaceId: string,
  field: RuntimeField,
  options: { readonly ids: readonly string[]; readonly isAny?: boolean },
): Promise<OpenedForm['names']> {
  const values = await findListValues(tx, workplaceId, field, options)
  return values.map(({ id, name }) => ({ kind: 'data-list' as const, node: field.node, id, name }))
}

function selectByIds(tx: Tx, workplaceId: string, field: RuntimeField, ids: readonly string[]): Promise<NamedOne[]> {
  const kind = kindOf(field)
  if (kind === 'data-list')
    throw new Error(`Expected a field that names people, but ${field.node} chooses from a list.`)
  const { id } = namedSources[kind]
  return select(tx, workplaceId, { field, kind, conditions: [sql`${id} = any(${[...ids]}::text[])`], most: maxIds })
}

async function select(
  tx: Tx,
  workplaceId: string,
  {
    field,
    kind,
    conditions,
    most,
  }: { field: RuntimeField; kind: PeopleKind; conditions: readonly Sql[]; most: number },
): Promise<NamedOne[]> {
  const { from, id, name, scope, order } = namedSources[kind]
  const all = allOf([scope(workplaceId), ...limitsOf(field), ...conditions])
  return runSql<NamedOne>(
    tx,
    sql`select ${id} as id, ${name} as name from ${from} where ${all} order by ${order}, ${id} limit ${most}`,
  )
}

/** Returns SQL conditions for the users that a field accepts. */
function limitsOf(field: RuntimeField): Sql[] {
  if (field.type !== 'user') return []
  const { inGroup, withRole } = propsOf(field, 'user')
  return [
    sql`u.status <> 'disabled'`,
    ...(inGroup === undefined ? [] : [isMember(inGroup)]),
    ...(withRole === undefined ? [] : [holdsRole(withRole)]),
  ]
}

function isMember(group: string): Sql {
  return sql`exists (select from group_membership m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
    where m.workplace_id = u.workplace_id and m.user_id = u.id and g.key = ${group})`
}

/** Returns the SQL condition that a user has a role, by any of its names or by the group that stands for it. */
function holdsRole(name: string): Sql {
  const role = readRole(name)
  const names = role === null ? [] : listNamesOf(role)
  const byRow = sql`exists (select from held_role r where r.workplace_id = u.workplace_id and r.user_id = u.id and r.role = any(${names}::text[]))`
  return role === 'RoleFullAPI' ? sql`(${byRow} or ${isMember(engineGroup)})` : byRow
}
