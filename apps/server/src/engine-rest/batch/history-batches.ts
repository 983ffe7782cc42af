import type { BatchKind } from '@millrace/contract'
import { sql } from 'kysely'
import type { RemovalAction } from '../../operations/batches/kinds/removal-time.ts'
import { decisionHistoryQuery } from '../history/decision-history.ts'
import { type Body, bodyOf, dateOf, flagOf, textOf, textsOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { asId, type Sql } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'
import { batchHistoryQuery } from './batch-query.ts'
import { orderBatch } from './order-batch.ts'
import { foundBy, pastInstances, readTargets, type TargetQuery, type Targets } from './targets.ts'

const decisions: TargetQuery = {
  name: 'historicDecisionInstanceQuery',
  query: decisionHistoryQuery as ListQuery<never>,
  id: sql`q.id`,
}
const batches: TargetQuery = { name: 'historicBatchQuery', query: batchHistoryQuery as ListQuery<never>, id: sql`b.id` }

/** `POST /history/process-instance/delete`. */
export function deleteHistory(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  return orderBatch(call, {
    kind: 'historic-instance-deletion',
    action: { failsIfGone: flagOf(body, 'failIfNotExists') ?? true },
    reason: textOf(body, 'deleteReason'),
    targets: readTargets(call, body, { list: 'historicProcessInstanceIds', queries: [pastInstances] }),
    none: invalid('historicProcessInstanceIds is empty'),
  })
}

/** `POST /history/decision-instance/delete`: also deletes the evaluations of required decisions. */
export function deleteDecisions(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  const { asked, ids } = readTargets(call, body, {
    list: 'historicDecisionInstanceIds',
    queries: [{ ...decisions, id: sql`q.fact_id` }],
  })
  return orderBatch(call, {
    kind: 'historic-decision-instance-deletion',
    action: {},
    reason: textOf(body, 'deleteReason'),
    targets: { asked, ids },
    none: invalid('historicDecisionInstanceIds is empty'),
  })
}

/** `POST /history/process-instance/set-removal-time`. */
export function setInstanceRemoval(call: Call): Promise<unknown> {
  return setRemoval(call, {
    kind: 'process-set-removal-time',
    list: 'historicProcessInstanceIds',
    filter: 'processInstanceIds',
    query: pastInstances,
    what: 'historicProcessInstances',
  })
}

/** `POST /history/decision-instance/set-removal-time`. */
export function setDecisionRemoval(call: Call): Promise<unknown> {
  return setRemoval(call, {
    kind: 'decision-set-removal-time',
    list: 'historicDecisionInstanceIds',
    filter: 'decisionInstanceIdIn',
    query: decisions,
    what: 'historicDecisionInstances',
  })
}

/** `POST /history/batch/set-removal-time`. */
export function setBatchRemoval(call: Call): Promise<unknown> {
  return setRemoval(call, {
    kind: 'batch-set-removal-time',
    list: 'historicBatchIds',
    filter: null,
    query: batches,
    what: 'historicBatches',
  })
}

interface Removal {
  readonly kind: Extract<BatchKind, `${string}-set-removal-time`>
  readonly list: string
  /** The filter by which the query finds the objects of a list; null: by the id itself. */
  readonly filter: string | null
  readonly query: TargetQuery
  readonly what: string
}

async function setRemoval(call: Call, { kind, list, filter, query, what }: Removal): Promise<unknown> {
  const body = bodyOf(call)
  const action = readRemoval(body)
  const ids = textsOf(body, list)
  if (ids === null && body[query.name] == null) throw bad('Neither query nor ids provided.')
  const parts = [
    ...(ids === null || ids.length === 0 ? [] : [there(call, query, filter, ids)]),
    ...(body[query.name] == null ? [] : [foundBy(call, query.query, query.id, body[query.name])]),
  ]
  const targets: Targets = {
    ids: parts.length === 0 ? null : sql.join(parts, sql` union `),
    asked: {
      ...(ids === null ? {} : { [list]: ids }),
      ...(body[query.name] == null ? {} : { [query.name]: body[query.name] }),
    },
  }
  return orderBatch(call, { kind, action, targets, none: bad(`${what} is empty`) })
}

/** Returns the existing objects of a list. */
function there(call: Call, { query, id }: TargetQuery, filter: string | null, ids: readonly string[]): Sql {
  if (filter !== null) return foundBy(call, query, id, { [filter]: ids })
  return sql`select f.id from (${foundBy(call, query, id, {})}) f where f.id = any(${ids.map(asId)}::uuid[])`
}

function readRemoval(body: Body): RemovalAction {
  const at = dateOf(body, 'absoluteRemovalTime')
  const isCleared = flagOf(body, 'clearedRemovalTime') === true
  const isCalculated = flagOf(body, 'calculatedRemovalTime') === true
  const modes = [at !== null, isCleared, isCalculated].filter(Boolean).length
  if (modes === 0) throw bad('removalTime is null')
  if (modes > 1) throw bad('The removal time modes are mutually exclusive: mode is not null')
  return {
    mode: at !== null ? 'at' : isCleared ? 'never' : 'calculated',
    at: at?.toISOString() ?? null,
    isHierarchical: flagOf(body, 'hierarchical') === true,
  }
}

function bad(message: string): RestRefusal {
  return new RestRefusal(400, 'BadUserRequestException', message, 0)
}
