import { listLimits, type ShownVariable } from '@millrace/contract'
import { sql } from 'kysely'
import { reachOfToken } from '../../platform/auth/rights.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { getProcess } from '../definitions/definitions.ts'
import { listFormVariables } from '../forms/definition-fields.ts'
import { dataVisibleInSql, reachesInSql } from '../rights/instance-rights.ts'
import type { Runtime } from '../runtime.ts'

interface ValueRow {
  readonly instance_id: string
  readonly definition_id: string
  readonly name: string
  readonly type: string
  readonly text: string
}

/**
 * Variables of whole instances, by instance and name: as they are, or, of what is over, as they were last. Those that the
 * user may see as the page of the instance has it, and none that a form keeps secret. One statement, whatever the number
 * of instances.
 */
export async function readVariableColumns(
  runtime: Runtime,
  tx: Tx,
  user: User,
  { names, instanceIds }: { names: readonly string[]; instanceIds: readonly string[] },
): Promise<ReadonlyMap<string, Readonly<Record<string, ShownVariable>>>> {
  const rows =
    instanceIds.length === 0 ? [] : await runSql<ValueRow>(tx, valuesOf(user, names, [...new Set(instanceIds)]))
  const secret = await findSecrets(runtime, tx, user.workplaceId, rows)
  const found = new Map<string, Record<string, ShownVariable>>()
  for (const { instance_id, definition_id, name, type, text } of rows) {
    if (secret.has(`${definition_id} ${name}`)) continue
    const values = found.get(instance_id) ?? Object.create(null)
    values[name] = { type: kindOf(type), text }
    found.set(instance_id, values)
  }
  return found
}

function valuesOf(user: User, names: readonly string[], instanceIds: readonly string[]): Sql {
  const { workplaceId } = user
  const text = sql`left(v.value, ${listLimits.shownVariable}) as text`
  const isFor = sql`(${dataVisibleInSql(user)} and ${reachesInSql(reachOfToken(user), sql`r.key`)})`
  const of = (
    table: string,
  ) => sql`(select i.id, i.root_id, i.start_user_id, i.definition_id, d.key from ${sql.table(table)} i
    left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id
    where i.workplace_id = ${workplaceId} and i.id = any(${[...instanceIds]}::uuid[]) offset 0) r`
  const wanted = sql`${[...names]}::text[]`
  return sql`select r.id as instance_id, r.definition_id, v.name, v.type, ${text} from ${of('instance')}
      join variable v on v.workplace_id = ${workplaceId} and v.root_id = r.root_id and v.scope_id = r.id and v.name = any(${wanted})
      where v.value is not null and ${isFor}
    union all
    select r.id, r.definition_id, v.name, v.type, ${text} from ${of('history_instance')}
      cross join unnest(${wanted}) wanted (name)
      cross join lateral (select h.name, h.type, h.value, h.is_removed from history_variable h
        where h.workplace_id = ${workplaceId} and h.instance_id = r.id and h.scope_id = r.id and h.name = wanted.name order by h.id desc limit 1) v
      where v.value is not null and not v.is_removed and ${isFor}`
}

/** What forms keep secret, of what was found: as `DEFINITION NAME`. Forms are read when a process is first asked for. */
async function findSecrets(
  runtime: Runtime,
  tx: Tx,
  workplaceId: string,
  rows: readonly ValueRow[],
): Promise<ReadonlySet<string>> {
  const secret = new Set<string>()
  for (const id of new Set(rows.map(({ definition_id }) => definition_id))) {
    const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id })
    const variables = definition === null ? [] : await listFormVariables(runtime, tx, workplaceId, definition)
    for (const { name, isSecret } of variables) if (isSecret) secret.add(`${id} ${name}`)
  }
  return secret
}

const kinds: Readonly<Record<string, ShownVariable['type']>> = {
  ...{ Short: 'number', Integer: 'number', Long: 'number', Double: 'number', Number: 'number' },
  ...{ Boolean: 'flag', Date: 'instant' },
}

function kindOf(type: string): ShownVariable['type'] {
  return kinds[type] ?? 'text'
}
