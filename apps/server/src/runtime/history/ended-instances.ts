import type { PlainVariable } from '@millrace/engine'
import type { Tx } from '../../platform/db/database.ts'
import { readValue } from '../load/read-variable.ts'

/** An ended instance in the history. Running instances have such a row too. */
export interface EndedInstance {
  readonly id: string
  readonly definitionId: string
  readonly businessKey: string | null
  readonly caseInstanceId: string | null
  readonly tenantId: string | null
  readonly startedAt: string
  readonly isRunning: boolean
}

export async function readEndedInstance(tx: Tx, workplaceId: string, id: string): Promise<EndedInstance | null> {
  const [rows = []] = await tx.batch([
    {
      name: 'ended_instance',
      text: `select definition_id, business_key, tenant_id, to_json(started_at)#>>'{}', false, case_instance_id from history_instance where workplace_id = $1 and id = $2
        union all select definition_id, business_key, tenant_id, to_json(started_at)#>>'{}', true, case_instance_id from instance where workplace_id = $1 and id = $2 limit 1`,
      values: [workplaceId, id],
    },
  ])
  const [row] = rows
  if (row === undefined) return null
  const [definitionId, businessKey = null, tenantId = null, startedAt, isRunning, caseInstanceId = null] = row
  return {
    id,
    definitionId: definitionId ?? '',
    businessKey,
    caseInstanceId,
    tenantId,
    startedAt: startedAt ?? '',
    isRunning: String(isRunning).startsWith('t'),
  }
}

/**
 * Reads the variables of an ended instance, with their initial or last values. Local variables of its elements are left
 * out.
 */
export async function readVariablesOf(
  tx: Tx,
  workplaceId: string,
  { id, startedAt }: EndedInstance,
  isFirst: boolean,
): Promise<PlainVariable[]> {
  const [rows = []] = await tx.batch([
    {
      name: isFirst ? 'first_variables' : 'last_variables',
      text: `select v.name, v.type, v.value, encode(v.bytes, 'base64'), v.info::text from (
          select distinct on (name) name, type, value, bytes, info, is_removed from history_variable
          where workplace_id = $1 and instance_id = $2 and scope_id = $2${isFirst ? ' and at = $3::timestamptz and revision = 0 and element_id is null' : ' and $3::text is not null'}
          order by name, id ${isFirst ? 'asc' : 'desc'}) v
        where not v.is_removed order by v.name`,
      values: [workplaceId, id, startedAt],
    },
  ])
  return rows.map(([name, type, value = null, bytes = null, info = null]) => ({
    name: name ?? '',
    value: {
      type: type ?? 'Null',
      value: bytes === null ? readValue(type ?? 'Null', value) : new Uint8Array(Buffer.from(bytes, 'base64')),
      info: info === null ? null : JSON.parse(info),
    },
  }))
}
