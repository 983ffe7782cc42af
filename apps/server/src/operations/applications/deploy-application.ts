import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { readModels } from '../../runtime/deploy/deploy.ts'
import type { ReadFiles } from '../../runtime/deploy/read-files.ts'
import type { OperationContext } from '../operation-context.ts'
import { listTestsOf } from '../process-tests/process-test.ts'
import { loadRecord } from '../records/load-record.ts'
import { deployedApplication } from './application.ts'
import { type ApplicationDeployed, deployTogether, filesOf } from './deploy-parts.ts'
import { findFailedTests, refuseFailed } from './find-failed-tests.ts'
import { listParts, readDesigns } from './parts.ts'

/**
 * Deploys everything enabled in an application, in the last version of each design, as the next version of the
 * application: completely or not at all. Designs are fetched and models read once, so what was tested is what is deployed.
 * Test cases have to pass, or the user has to give a reason, which the version stores. No tests run for models with
 * errors: the refusal names them.
 */
export async function deployApplication(
  context: OperationContext,
  request: Request,
  {
    id,
    note,
    overrideReason,
  }: {
    readonly id: string
    readonly note: string | null
    /** Why it is deployed although test cases fail; null: then it is refused. */
    readonly overrideReason: string | null
  },
): Promise<ApplicationDeployed | Refusal> {
  const { workplaceId } = request
  const found = await context.db.read(request, async (tx) => {
    const application = await loadRecord(tx, request.user, deployedApplication, id)
    if (application instanceof Refusal) return application
    const parts = await readDesigns(tx, workplaceId, await listParts(tx, workplaceId, application.id))
    const processes = parts.flatMap(({ kind, id }) => (kind === 'process' ? [id] : []))
    return { application, parts, tests: await listTestsOf(tx, workplaceId, processes) }
  })
  if (found instanceof Refusal) return found
  const { application, parts } = found
  const known = await readModels(context.runtime, actorOf(request), filesOf(parts), { isForTests: true })
  const failed = isFaulty(known) ? [] : await findFailedTests(context.runtime, request, { ...found, known })
  if (failed.length > 0 && overrideReason === null) return refuseFailed(application.name, failed)
  const override =
    failed.length === 0 || overrideReason === null
      ? null
      : { reason: overrideReason, failedTests: failed.map(({ where }) => where) }
  return deployTogether(context, request, { application, parts, note, restoredFrom: null, override, known })
}

function isFaulty({ problems }: ReadFiles): boolean {
  return problems.some(({ severity }) => severity === 'error')
}
