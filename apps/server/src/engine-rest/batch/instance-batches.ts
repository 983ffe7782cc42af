import { sql } from 'kysely'
import { keepVariables } from '../../operations/batches/kinds/variables.ts'
import { type Body, bodyOf, dateOf, flagOf, integerOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import type { Sql } from '../query/filters.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import { orderBatch } from './order-batch.ts'
import { pastInstances, readTargets, runningInstances, type TargetQuery, type Targets } from './targets.ts'

const byIds = 'processInstanceIds'

/** `POST /process-instance/delete`. */
export function deleteInstances(call: Call): Promise<unknown> {
  return deleteThose(call, runningInstances)
}

/** `POST /process-instance/delete-historic-query-based`. */
export function deletePastInstances(call: Call): Promise<unknown> {
  return deleteThose(call, pastInstances)
}

function deleteThose(call: Call, query: TargetQuery): Promise<unknown> {
  const body = bodyOf(call)
  const reason = textOf(body, 'deleteReason')
  return orderBatch(call, {
    kind: 'instance-deletion',
    action: {
      reason,
      skipsListeners: flagOf(body, 'skipCustomListeners') ?? false,
      skipsIoMappings: flagOf(body, 'skipIoMappings') ?? false,
    },
    reason,
    targets: readTargets(call, body, { list: byIds, queries: [query] }),
    none: invalid('processInstanceIds is empty'),
  })
}

/** `POST /process-instance/suspended-async`. */
export function suspendInstances(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  const targets = readAny(call, body)
  if (Object.keys(targets.asked).length === 0)
    throw invalid(
      'Either processInstanceIds, processInstanceQuery or historicProcessInstanceQuery should be set to update the suspension state.',
    )
  return orderBatch(call, {
    kind: 'instance-update-suspension-state',
    action: { isSuspended: flagOf(body, 'suspended') ?? false },
    targets,
    none: invalid('No process instance ids given: process Instance Ids is empty'),
  })
}

/** `POST /process-instance/variables-async`. */
export function setVariables(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  if (body.variables == null) throw invalid('variables is null')
  const variables = readOrRefuse('Cannot set variables', () => readVariables(body.variables))
  if (variables.length === 0) throw new RestRefusal(400, 'BadUserRequestException', 'variables is empty', 0)
  return orderBatch(call, {
    kind: 'set-variables',
    action: keepVariables(variables),
    targets: readAny(call, body),
    none: invalid('No process instances found.'),
  })
}

/** `POST /process-instance/message-async`. */
export function correlateMessage(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  const variables = readOrRefuse('Cannot set variables', () => readVariables(body.variables))
  return orderBatch(call, {
    kind: 'correlate-message',
    action: { messageName: textOf(body, 'messageName'), ...keepVariables(variables) },
    targets: readAny(call, body),
    none: invalid('Process instance ids cannot be empty: Process instance ids is empty'),
  })
}

/** `POST /process-instance/job-retries`: sets the retries of all jobs of the instances. */
export function setJobRetries(call: Call): Promise<unknown> {
  return setRetriesIn(call, runningInstances)
}

/** `POST /process-instance/job-retries-historic-query-based`. */
export function setPastJobRetries(call: Call): Promise<unknown> {
  return setRetriesIn(call, pastInstances)
}

function setRetriesIn(call: Call, query: TargetQuery): Promise<unknown> {
  const body = bodyOf(call)
  const action = readJobRetries(body)
  const { ids, asked } = readTargets(call, body, { list: 'processInstances', queries: [query] })
  return orderBatch(call, {
    kind: 'set-job-retries',
    action,
    targets: { ids: ids === null ? null : jobsOf(call, ids), asked },
    none: invalid('jobIds is empty'),
  })
}

export function readJobRetries(body: Body): { readonly retries: number; readonly dueAt: string | null } {
  const retries = integerOf(body, 'retries')
  if (retries === null) throw invalid('retries is null')
  if (retries < 0)
    throw invalid(
      `ENGINE-13057 The number of job retries must be a non-negative Integer, but '${retries}' has been provided.`,
    )
  return { retries, dueAt: dateOf(body, 'dueDate')?.toISOString() ?? null }
}

function jobsOf(call: Call, instances: Sql): Sql {
  const { workplaceId } = call.actor
  return sql`select j.id from (${instances}) p join instance o on o.workplace_id = ${workplaceId}::uuid and o.id = p.id
    join job j on j.workplace_id = ${workplaceId}::uuid and j.root_id = o.root_id and j.instance_id = o.id`
}

function readAny(call: Call, body: Body): Targets {
  return readTargets(call, body, { list: byIds, queries: [runningInstances, pastInstances] })
}
