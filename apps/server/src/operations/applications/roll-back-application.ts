import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { deployedApplication } from './application.ts'
import { type ApplicationDeployed, deployTogether } from './deploy-parts.ts'
import { listDeployedParts, readDesigns } from './parts.ts'

export interface RollBack {
  readonly id: string
  /** The version whose parts are deployed again. */
  readonly version: number
  readonly note: string | null
}

/**
 * Deploys the content of an earlier version of an application as its next version. The designs stay unchanged. Test
 * cases do not run, because they belong to the current designs.
 */
export async function rollBackApplication(
  context: OperationContext,
  request: Request,
  { id, version, note }: RollBack,
): Promise<ApplicationDeployed | Refusal> {
  const { workplaceId } = request
  const found = await context.db.read(request, async (tx) => {
    const application = await loadRecord(tx, request.user, deployedApplication, id)
    if (application instanceof Refusal) return application
    const before = await listDeployedParts(tx, workplaceId, { applicationId: application.id, version })
    if (before.length === 0)
      return refuse('thing.not-found', `Expected a version ${version} of “${application.name}”, but there is none.`)
    return { application, parts: await readDesigns(tx, workplaceId, before) }
  })
  if (found instanceof Refusal) return found
  return deployTogether(context, request, { ...found, note, restoredFrom: version, override: null })
}
