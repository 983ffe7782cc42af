import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FactKind } from '../../runtime/history/facts.ts'
import type { CommitExtras } from '../carry-out.ts'
import { setTaskRetries } from '../external-tasks/set-task-retries.ts'
import { type FoundInstance, loadInstanceFor } from '../instances/instance.ts'
import { setJobRetries } from '../jobs/set-job-retries.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseIncident } from './policy.ts'

/**
 * Retries the job or external task behind an incident once, which resolves the incident; a new failure raises another.
 * Returns null on success, otherwise a refusal.
 *
 * @param id the instance of the incident; null for operators, who can retry incidents of any instance.
 * @param dueAt the time of the retry; null for as soon as possible.
 */
export async function retryIncident(
  context: OperationContext,
  request: Request,
  { id, incidentId, dueAt = null }: { id: string | null; incidentId: string; dueAt?: string | null | undefined },
  extras?: CommitExtras,
): Promise<Refusal | null> {
  const source =
    id === null
      ? await findAnywhere(context, request, incidentId)
      : await findInInstance(context, request, { id, incidentId })
  if (source instanceof Refusal) return source
  const refusal = await retry(context, request, { ...source, dueAt }, extras)
  return refusal?.code === 'thing.not-found' ? incidentIsOver() : refusal
}

function findInInstance(
  { db }: OperationContext,
  request: Request,
  { id, incidentId }: { id: string; incidentId: string },
): Promise<Source | Refusal> {
  return db.read(request, async (tx) => {
    const instance = await loadInstanceFor(tx, request.user, { id, action: 'retry' })
    return instance instanceof Refusal ? instance : findSource(tx, request.workplaceId, instance, incidentId)
  })
}

async function findAnywhere(
  context: OperationContext,
  request: Request,
  incidentId: string,
): Promise<Source | Refusal> {
  const refusal = await refuseIncident(context, request, { kind: 'incident', id: incidentId })
  if (refusal !== null) return refusal
  if (!isUuid(incidentId)) return noSuchIncident()
  const open = sql<Source>`select ${sourceOf} from incident n where n.workplace_id = ${request.workplaceId}::uuid and n.id = ${incidentId}::uuid`
  const had = kysely
    .selectFrom('history_fact')
    .where('workplace_id', '=', request.workplaceId)
    .where('subject_id', '=', incidentId)
    .where('kind', '=', 'incident-raised' satisfies FactKind)
    .select('id')
    .limit(1)
  const [found, before] = await context.db.read(request, (tx) =>
    tx.queries<[Source, { id: string }]>({ compile: () => open.compile(kysely) }, had),
  )
  return found[0] ?? (before.length > 0 ? incidentIsOver() : noSuchIncident())
}

async function retry(
  context: OperationContext,
  request: Request,
  { jobId, taskId, dueAt }: Source & { readonly dueAt: string | null },
  extras?: CommitExtras,
): Promise<Refusal | null> {
  if (jobId !== null) return setJobRetries(context, request, { id: jobId, retries: 1, dueAt }, extras)
  if (taskId !== null && dueAt !== null)
    return refuse(
      'incident.not-retryable',
      'Expected a job, which can be retried at a date, but an external task stands behind this incident: workers fetch it when they have time. Retry it without a date.',
    )
  if (taskId !== null) return setTaskRetries(context, request, { id: taskId, retries: 1 }, extras)
  return refuse(
    'incident.not-retryable',
    'Expected an incident with a step or job to retry, but this one has none. Correct its cause. The incident ends when the instance continues.',
  )
}

/** Columns of a `Source`, `n` being the incident. */
const sourceOf = sql`(select j.id from job j where j.workplace_id = n.workplace_id and j.id = n.source_id) as "jobId",
  (select x.id from external_task x where x.workplace_id = n.workplace_id and x.id = n.source_id) as "taskId"`

/** The job, external task or step that raised an incident. */
interface Source {
  readonly jobId: string | null
  readonly taskId: string | null
}

async function findSource(
  tx: Tx,
  workplaceId: string,
  { id: instanceId, rootId }: FoundInstance,
  incidentId: string,
): Promise<Source | Refusal> {
  if (!isUuid(incidentId)) return noSuchIncident()
  const open = sql<Source>`select ${sourceOf} from incident n where n.workplace_id = ${workplaceId}::uuid and n.root_id = ${rootId}::uuid and n.instance_id = ${instanceId}::uuid and n.id = ${incidentId}::uuid`
  const had = kysely
    .selectFrom('history_fact')
    .where('workplace_id', '=', workplaceId)
    .where('instance_id', '=', instanceId)
    .where('kind', '=', 'incident-raised' satisfies FactKind)
    .where('subject_id', '=', incidentId)
    .select('id')
    .limit(1)
  const [found, before] = await tx.queries<[Source, { id: string }]>({ compile: () => open.compile(kysely) }, had)
  return found[0] ?? (before.length > 0 ? incidentIsOver() : noSuchIncident())
}

function noSuchIncident(): Refusal {
  return refuse('thing.not-found', 'Expected an incident of the instance, but there is none with this id.')
}

function incidentIsOver(): Refusal {
  return refuse(
    'incident.over',
    'Expected an open incident, but it was retried, or its instance has continued or ended.',
  )
}
