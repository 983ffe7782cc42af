import { sql } from 'kysely'
import { externalTaskQuery } from '../external-task/external-task-query.ts'
import { bodyOf, integerOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid } from '../http/rest-refusal.ts'
import { jobQuery } from '../job/job-query.ts'
import type { ListQuery } from '../query/list-query.ts'
import { readJobRetries } from './instance-batches.ts'
import { orderBatch } from './order-batch.ts'
import { pastInstances, readTargets, runningInstances, type TargetQuery } from './targets.ts'

const jobs: TargetQuery = { name: 'jobQuery', query: jobQuery as ListQuery<never>, id: sql`j.id` }
const externalTasks: TargetQuery = {
  name: 'externalTaskQuery',
  query: externalTaskQuery as ListQuery<never>,
  id: sql`x.id`,
}

/** `POST /job/retries`. */
export function setManyJobRetries(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  return orderBatch(call, {
    kind: 'set-job-retries',
    action: readJobRetries(body),
    targets: readTargets(call, body, { list: 'jobIds', queries: [jobs] }),
    none: invalid('jobIds is empty'),
  })
}

/**
 * `POST /external-task/retries-async`: sets the retries of external tasks that are named, found by a query, or in the
 * selected instances.
 */
export function setManyTaskRetries(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const body = bodyOf(call)
  const retries = integerOf(body, 'retries')
  if (retries === null) throw invalid('The number of retries cannot be null.')
  const named = readTargets(call, body, { list: 'externalTaskIds', queries: [externalTasks] })
  const around = readTargets(call, body, { list: 'processInstanceIds', queries: [runningInstances, pastInstances] })
  const inInstances =
    around.ids === null
      ? null
      : sql`select x.id from (${around.ids}) p join external_task x on x.workplace_id = ${workplaceId}::uuid and x.instance_id = p.id`
  const parts = [named.ids, inInstances].filter((part) => part !== null)
  return orderBatch(call, {
    kind: 'set-external-task-retries',
    action: { retries },
    targets: {
      ids: parts.length === 0 ? null : sql.join(parts, sql` union `),
      asked: { ...named.asked, ...around.asked },
    },
    none: invalid('externalTaskIds is empty'),
  })
}
