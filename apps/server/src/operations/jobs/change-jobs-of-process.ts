import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { changeJobsIn, type JobPatch } from '../../runtime/execute/change-jobs.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import type { OperationContext } from '../operation-context.ts'
import { logJobChange } from './log-job-change.ts'
import { refuseJob } from './policy.ts'

/** Changes the jobs of all versions of a process, of one tenant or of all. Returns null on success, otherwise a refusal. */
export async function changeJobsOfProcess(
  context: OperationContext,
  request: Request,
  { key, tenant, patch }: { key: string; tenant: TenantChoice; patch: JobPatch },
): Promise<Refusal | null> {
  const refusal = await refuseJob(context, request, { kind: 'processKey', id: key })
  if (refusal !== null) return refusal
  const [versions = []] = await context.db.read(request, (tx) =>
    tx.batch([
      {
        name: 'versions_of_process',
        text: 'select id from process_definition where workplace_id = $1 and key = $2 and ($3 or tenant_id is not distinct from $4)',
        values: [request.workplaceId, key, tenant === undefined, tenant ?? null],
      },
    ]),
  )
  await unitOfWork(context.runtime, actorOf(request), async (unit) => {
    const to = { kind: 'processKey', id: key } as const
    const ids = versions.map(([id]) => id ?? '')
    const count = await changeJobsIn(unit, request.workplaceId, { by: 'definition', ids }, patch)
    if (count > 0) unit.write(...(await logJobChange(context, request, { unit, to, patch })))
  })
  return null
}
