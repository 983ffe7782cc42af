import { sql } from 'kysely'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import type { FactKind } from '../../runtime/history/facts.ts'
import type { ColumnShape, NamedColumn, Replacement } from './named-column.ts'

type Sql = ReturnType<ColumnShape['isNamed']>

/** Fields of changes and links of tasks that contain a user name. */
const nameFields = ['assignee', 'owner', 'inPlaceOf', 'userId'] as const
/** The field that contains several user names. */
const listField = 'candidateUsers'

/** The data of a fact, and the replaced values in it. */
const factNames: ColumnShape = {
  isNamed: (data, username) =>
    sql<boolean>`${sql.join(
      [...listConditions(data as Sql, username), ...listConditions(sql`(${data} -> 'before')`, username)],
      sql` or `,
    )}`,
  replace: (data, replacement) =>
    sql`${replaceFields(data as Sql, replacement)} || case when jsonb_typeof(${data} -> 'before') = 'object'
      then jsonb_build_object('before', ${replaceFields(sql`(${data} -> 'before')`, replacement)}) else '{}' end`,
}

function listConditions(data: Sql, username: string): Sql[] {
  return [
    ...nameFields.map((field) => sql<boolean>`${data} ->> ${sql.lit(field)} = ${username}`),
    sql<boolean>`${data} -> ${sql.lit(listField)} @> to_jsonb(${username}::text)`,
  ]
}

function replaceFields(data: Sql, { username, pseudonym }: Replacement): Sql {
  const names = sql`f.key in (${sql.join(nameFields.map((field) => sql.lit(field)))})`
  const [old, replaced] = [sql`to_jsonb(${username}::text)`, sql`to_jsonb(${pseudonym}::text)`]
  return sql`(select coalesce(jsonb_object_agg(f.key, case
      when ${names} and f.value = ${old} then ${replaced}
      when f.key = ${sql.lit(listField)} and jsonb_typeof(f.value) = 'array' then
        (select coalesce(jsonb_agg(case when c.name = ${old} then ${replaced} else c.name end order by c.n), '[]') from jsonb_array_elements(f.value) with ordinality c (name, n))
      else f.value end), '{}') from jsonb_each(${data}) f)`
}

const ofKind = (kind: FactKind) => factsOf(kind, 'history_fact').is

/** The history of tasks: who was their assignee, owner, candidate or link. One column, so that history is read once. */
export const namedFacts: NamedColumn = {
  table: 'history_fact',
  column: 'data',
  kind: 'tasks',
  shape: factNames,
  when: sql`(${ofKind('task-changed')} or ${ofKind('task-link')})`,
}
