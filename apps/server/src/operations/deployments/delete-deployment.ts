import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type DeleteOptions, deleteDeployment as deleteOne } from '../../runtime/deploy/delete-definitions.ts'
import type { OperationContext } from '../operation-context.ts'
import { logOperation } from '../operation-log/logged-operation.ts'
import { findDeployment, readContents } from './deployment-queries.ts'
import { noSuchDeployment, refuseDeployment } from './policy.ts'

export interface DeploymentDeletion extends Omit<DeleteOptions, 'log'> {
  readonly id: string
  /** Without `cascade`: whether what runs of it ends, or refuses the deletion. */
  readonly whenRunning: 'end' | 'refuse'
}

/**
 * Deletes a deployment. `cascade` also ends its running instances and deletes their history. Returns null on success,
 * otherwise a refusal.
 */
export async function deleteDeployment(
  { db, runtime, clock }: OperationContext,
  request: Request,
  { id, whenRunning, ...options }: DeploymentDeletion,
): Promise<Refusal | null> {
  const refusal = refuseDeployment(request.user, 'delete')
  if (refusal !== null) return refusal
  const { workplaceId } = request
  const found = await db.read(request, async (tx) => {
    if (!isUuid(id) || (await findDeployment(tx, workplaceId, id)) === null) return noSuchDeployment()
    if (options.cascade || whenRunning === 'end') return null
    const { processes } = await readContents(tx, workplaceId, id)
    const inUse = processes.filter(({ running }) => running > 0)
    if (inUse.length === 0) return null
    const names = inUse.map(({ name, key, version }) => `${name ?? key} (version ${version})`).join(', ')
    return refuse(
      'deployment.in-use',
      `Expected a deployment without running instances, but there are some of ${names}. Wait until they have ended, or delete them too.`,
    )
  })
  if (found !== null) return found
  const log = logOperation({ runtime, clock }, request, {
    ...{ operation: 'Delete', entity: 'Deployment', category: 'Operator', to: { kind: 'deployment', id } },
    changes: [{ property: 'cascade', newValue: String(options.cascade) }],
  })
  await deleteOne(runtime, actorOf(request), id, { ...options, log })
  return null
}
