import type { SentForm } from '@millrace/contract'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'

/** How many tasks that somebody has completed are looked through for one of a kind: the newest. */
const maxTasks = 200

/** How many instances that somebody has started are looked through for one that began by the same event: the newest. */
const maxInstances = 20

/** Finds the start form that the user submitted last for this start event of a process. Null if there is none. */
export async function findStartedBefore(
  tx: Tx,
  { workplaceId, username }: Person,
  { key, tenant_id, startKey }: { readonly key: string; readonly tenant_id: string | null; readonly startKey: string },
): Promise<SentForm | null> {
  const newest = (place: string) => `(select l.instance_id, l.started_at from instance_listing l
      join process_definition d on d.workplace_id = l.workplace_id and d.id = l.definition_id
    where l.workplace_id = $1 and l.reader = 's:' || $2::text and l.process_key = $3 and ${place} and d.tenant_id is not distinct from $4::text
    order by l.started_at desc, l.instance_id desc limit ${maxInstances})`
  const began = (table: string) =>
    `exists (select from ${table} i where i.workplace_id = $1 and i.id = l.instance_id and i.start_element_key = $5 and i.caller_instance_id is null)`
  const text = `select instance_id, started_at from (${newest('l.is_filed')} union all ${newest('not l.is_filed')}) l
    where ${began('instance')} or ${began('history_instance')}
    order by started_at desc, instance_id desc limit 1`
  const [rows] = await tx.batch([
    { name: 'started_before', text, values: [workplaceId, username, key, tenant_id, startKey] },
  ])
  const [instanceId, at] = rows?.[0] ?? []
  if (instanceId == null || at == null) return null
  return { instanceId, formId: 'start', at: new Date(at).toISOString() }
}

/**
 * Finds the form of the last task of the same user task that the user has completed, in any version of the process of
 * the tenant.
 */
export async function findCompletedBefore(
  tx: Tx,
  { workplaceId, username }: Person,
  {
    task_key,
    process_key,
    definition_id,
  }: { readonly task_key: string | null; readonly process_key: string | null; readonly definition_id: string | null },
): Promise<SentForm | null> {
  if (task_key === null || process_key === null || definition_id === null) return null
  const text = `select t.instance_id, t.id, t.ended_at from (
      select instance_id, id, definition_id, task_key, ended_at from history_task
      where workplace_id = $1 and ended_by = $2 and reason = 'completed' order by ended_at desc, id desc limit ${maxTasks}) t
    join process_definition d on d.workplace_id = $1 and d.id = t.definition_id
    where t.task_key = $3 and d.key = $4
      and d.tenant_id is not distinct from (select tenant_id from process_definition where workplace_id = $1 and id = $5)
    order by t.ended_at desc, t.id desc limit 1`
  const [rows] = await tx.batch([
    { name: 'completed_before', text, values: [workplaceId, username, task_key, process_key, definition_id] },
  ])
  const [instanceId, id, at] = rows?.[0] ?? []
  if (instanceId == null || id == null || at == null) return null
  return { instanceId, formId: id, at: new Date(at).toISOString() }
}
