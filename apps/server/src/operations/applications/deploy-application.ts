import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadApplicationFor } from './application.ts'
import { type ApplicationDeployed, deployTogether } from './deploy-parts.ts'
import { listParts, readDesigns } from './parts.ts'
import { refuseApplicationDeployer } from './policy.ts'

/**
 * Deploys all that is in use in an application, with the last version of each design, as the next version of the
 * application: all of it or nothing.
 */
export async function deployApplication(
  context: OperationContext,
  user: User,
  {
    id,
    note,
    despiteFailures,
  }: { readonly id: string; readonly note: string | null; readonly despiteFailures: boolean },
): Promise<ApplicationDeployed | Refusal> {
  const refusal = refuseApplicationDeployer(user)
  if (refusal !== null) return refusal
  const found = await context.db.read(user, async (tx) => {
    const application = await loadApplicationFor(tx, user, id, { action: 'deploy' })
    if (application instanceof Refusal) return application
    const parts = await readDesigns(tx, user.workplaceId, await listParts(tx, user.workplaceId, application.id))
    return { application, parts }
  })
  return found instanceof Refusal
    ? found
    : deployTogether(context, user, { ...found, note, despiteFailures, restoredFrom: null })
}
