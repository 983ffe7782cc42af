import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'

/** An object that can belong to a tenant. */
export interface TenantReference {
  readonly kind: keyof typeof tenantQueries
  readonly id: string
}

/** Returns the tenant of an object; null if it belongs to none or does not exist. */
export async function findTenant(
  tx: Tx,
  { workplaceId }: Person,
  { kind, id }: TenantReference,
): Promise<string | null> {
  if (!isUuid(id)) return null
  const text = `select tenant_id from (${tenantQueries[kind]}) found where tenant_id is not null limit 1`
  const [rows] = await tx.batch([{ name: `tenant_of_${kind}`, text, values: [workplaceId, id] }])
  return rows?.[0]?.[0] ?? null
}

/** Returns the first of several objects that belongs to a tenant that the user does not see; null: there is none. */
export async function findOutsideTenants(
  tx: Tx,
  user: Person,
  kind: TenantReference['kind'],
  ids: readonly string[],
): Promise<string | null> {
  const { workplaceId, seesTenants = null } = user
  if (seesTenants === null) return null
  const text = `select o.id from unnest($2::uuid[]) with ordinality o (id, position)
    where exists (select from (${tenantQueries[kind].replaceAll('$2', 'o.id')}) found where tenant_id is not null and tenant_id <> all($3::text[]))
    order by o.position limit 1`
  const values = [workplaceId, ids.filter(isUuid), seesTenants]
  const [rows] = await tx.batch([{ name: `outside_tenants_of_${kind}`, text, values }])
  return rows?.[0]?.[0] ?? null
}

const from = (table: string) => `select x.tenant_id from ${table} x where x.workplace_id = $1 and x.id = $2`
const fromAll = (...tables: string[]) => tables.map(from).join(' union all ')
/** Returns the SQL for an object that has the tenant of its instance. */
const ofInstance = (table: string, column = 'id') =>
  ['instance', 'history_instance']
    .map(
      (instances) =>
        `select i.tenant_id from ${table} x join ${instances} i on i.workplace_id = x.workplace_id and i.id = x.instance_id where x.workplace_id = $1 and x.${column} = $2`,
    )
    .join(' union all ')
/** The SQL for an item of a batch, which is a job for clients. */
const ofBatch =
  'select b.tenant_id from batch_item x join batch b on b.workplace_id = x.workplace_id and b.id = x.batch_id where x.workplace_id = $1 and x.job_id = $2'
const ofDefinition = (table: string) =>
  `select d.tenant_id from ${table} x join process_definition d on d.workplace_id = x.workplace_id and d.id = x.definition_id where x.workplace_id = $1 and x.id = $2`

const tenantQueries = {
  process: from('process_definition'),
  decision: from('decision_definition'),
  requirements: from('decision_requirements'),
  deployment: from('deployment'),
  instance: fromAll('instance', 'history_instance'),
  execution: `${from('instance')} union all ${ofInstance('element')} union all ${ofInstance('element', 'execution_id')}`,
  task: fromAll('task', 'history_task'),
  externalTask: `${from('external_task')} union all ${ofInstance('external_task')}`,
  job: `${from('job')} union all ${ofInstance('job')} union all ${ofBatch}`,
  jobDefinition: ofDefinition('job_definition'),
  incident: `${from('incident')} union all ${ofInstance('incident')}`,
  subscription: `${from('subscription')} union all ${ofInstance('subscription')}`,
  variable: `${ofInstance('variable')} union all select t.tenant_id from variable x join task t on t.workplace_id = x.workplace_id and t.id = x.scope_id where x.workplace_id = $1 and x.id = $2`,
  pastVariable: ofInstance('history_variable', 'variable_id'),
  pastElement: `${ofInstance('element')} union all ${ofInstance('history_element')}`,
  batch: from('batch'),
} as const
