import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { suspendDefinitions } from '../processes/suspend-all.ts'
import { noSuch } from '../records/find-record.ts'
import { applicationRecord, findApplication } from './application.ts'
import { refuseApplicationDeployer } from './policy.ts'
import { findLastVersion } from './versions.ts'

/**
 * Ends the deployment of an application: no user, client, timer or message can start its processes. Running instances
 * continue. The next deployment makes it available again. Returns null on success, otherwise a refusal.
 */
export async function undeployApplication(
  context: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const refusal = refuseApplicationDeployer(request.user, id)
  if (refusal !== null) return refusal
  const { db, clock } = context
  const { workplaceId, username } = request.user
  const found = await db.read(request, async (tx) => {
    const application = await findApplication(tx, workplaceId, id)
    return application === null ? null : { application, last: await findLastVersion(tx, workplaceId, application.id) }
  })
  if (found === null) return noSuch(applicationRecord)
  const { application, last } = found
  if (last === null || last.undeployedAt !== null)
    return refuse('application.not-deployed', `Expected “${application.name}” to be deployed, but it is not.`)
  return suspendDefinitions(context, request, {
    condition: sql`deployment_id in (select v.deployment_id from application_version v where v.workplace_id = ${workplaceId}::uuid and v.application_id = ${application.id}::uuid)`,
    isSuspended: true,
    includesInstances: false,
    extras: [
      {
        name: 'application_undeployed',
        text: `update application_version set undeployed_at = $3, undeployed_by = $4
          where workplace_id = $1 and application_id = $2 and undeployed_at is null`,
        values: [workplaceId, application.id, clock().toISOString(), username],
      },
    ],
  })
}
