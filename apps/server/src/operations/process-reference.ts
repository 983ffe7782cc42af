import { isUnlimited, reaches } from '../platform/auth/reach.ts'
import type { Request } from '../platform/auth/request.ts'
import { type Right, reachOf } from '../platform/auth/rights.ts'
import type { Person } from '../platform/auth/user.ts'
import type { Tx } from '../platform/db/database.ts'
import { firstOf } from '../platform/db/first-of.ts'
import { isUuid } from '../platform/db/uuid.ts'
import type { Refusal } from '../platform/errors/refusal.ts'
import type { OperationContext } from './operation-context.ts'
import { needSomewhere } from './rights.ts'
import { findTenant } from './tenants/find-tenant.ts'
import { isWithinTenants } from './tenants/within-tenants.ts'

/** The process or decision that an object belongs to, by which permissions are checked. */
export interface ProcessReference {
  readonly kind: keyof typeof keyQueries
  /** The id of the object; for `processKey` and `decisionKey` the key. */
  readonly id: string
}

/**
 * Checks that the user has a right to an object, and that it belongs to no tenant that the user does not see. Users whose
 * right covers everything, and who see all tenants, pass without loading the object; for others, an object outside their
 * right or their tenants is reported as not found. Returns null if so, otherwise a refusal.
 *
 * @param gone returns the refusal for an object that does not exist.
 */
export async function needFor(
  { db }: Pick<OperationContext, 'db'>,
  request: Request,
  right: Right,
  { thing, gone }: { thing: ProcessReference; gone: () => Refusal },
): Promise<Refusal | null> {
  const { user } = request
  const refusal = needSomewhere(user, right)
  if (refusal !== null) return refusal
  const reach = reachOf(user, right)
  if (isUnlimited(reach) && user.seesTenants == null) return null
  return db.read(request, async (tx) => {
    if (!(await isWithinTenantsOf(tx, user, thing))) return gone()
    if (isUnlimited(reach)) return null
    const key = await findKey(tx, user, thing)
    return key !== undefined && reaches(reach, key) ? null : gone()
  })
}

/** Returns whether the user sees the tenant of an object. A key belongs to no tenant: its versions do. */
async function isWithinTenantsOf(tx: Tx, user: Person, { kind, id }: ProcessReference): Promise<boolean> {
  if (user.seesTenants == null || kind === 'processKey' || kind === 'decisionKey') return true
  return isWithinTenants(user, await findTenant(tx, user, { kind, id }))
}

/**
 * Returns the process key by which permissions for an object are checked. Null if it belongs to no process, undefined
 * if it does not exist.
 */
export async function findKey(
  tx: Tx,
  { workplaceId }: Person,
  { kind, id }: ProcessReference,
): Promise<string | null | undefined> {
  if (kind === 'processKey' || kind === 'decisionKey') return id
  if (!isUuid(id)) return undefined
  const [rows] = await tx.batch([
    { name: `key_of_${kind}`, text: `select key from (${keyQueries[kind]}) found limit 1`, values: [workplaceId, id] },
  ])
  return rows?.[0] === undefined ? undefined : (rows[0][0] ?? null)
}

const keyOf = (definitionId: string) =>
  `(select d.key from process_definition d where d.workplace_id = $1 and d.id = ${definitionId}) as key`
const definitionIn = (table: 'instance' | 'history_instance', instanceId: string) =>
  `(select i.definition_id from ${table} i where i.workplace_id = $1 and i.id = ${instanceId})`
const keyOfInstance = (instanceId: string) =>
  keyOf(firstOf(definitionIn('instance', instanceId), definitionIn('history_instance', instanceId)))
const fromInstance = (table: string, column = 'id') =>
  `select ${keyOfInstance('x.instance_id')} from ${table} x where x.workplace_id = $1 and x.${column} = $2`
const fromDefinition = (table: string) =>
  `select ${keyOf('x.definition_id')} from ${table} x where x.workplace_id = $1 and x.id = $2`
/** Returns the SQL for a column that is in an instance or in a definition. */
const fromEither = (table: string) =>
  `select coalesce(${['x.definition_id', '(select i.definition_id from instance i where i.workplace_id = $1 and i.id = x.instance_id)'].map((id) => `(select d.key from process_definition d where d.workplace_id = $1 and d.id = ${id})`).join(', ')}) as key
  from ${table} x where x.workplace_id = $1 and x.id = $2`

const keyQueries = {
  process: 'select key from process_definition where workplace_id = $1 and id = $2',
  processKey: '',
  decision: 'select key from decision_definition where workplace_id = $1 and id = $2',
  decisionKey: '',
  instance: `${fromDefinition('instance')} union all ${fromDefinition('history_instance')}`,
  execution: `${fromDefinition('instance')} union all ${fromInstance('element')} union all ${fromInstance('element', 'execution_id')}`,
  task: `${fromDefinition('task')} union all ${fromDefinition('history_task')}`,
  externalTask: fromDefinition('external_task'),
  job: fromEither('job'),
  jobDefinition: fromDefinition('job_definition'),
  incident: fromEither('incident'),
  subscription: fromEither('subscription'),
  variable: fromInstance('variable'),
  pastVariable: fromInstance('history_variable', 'variable_id'),
  pastElement: `${fromInstance('element')} union all ${fromDefinition('history_element')}`,
} as const
