import { type DefinitionDecisions, reportLimits } from '@millrace/contract'
import type { EvaluatedDecision } from '@millrace/dmn'
import { sql } from 'kysely'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import { runSql } from '../../platform/list/sql.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import { type EvaluationRow, presentEvaluation } from '../../runtime/history/present-evaluation.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { findDefinition } from './definition-queries.ts'

const evaluation = factsOf('decision-evaluated', 'f')

interface Row extends EvaluationRow {
  readonly instance_id: string
  readonly title: string | null
}

/** Lists the decisions that the newest instances of a version evaluated, and counts the rules that fired. */
export function listDefinitionDecisions(runtime: Runtime, request: Request, id: string): Promise<DefinitionDecisions> {
  const { workplaceId } = request.user
  const isOf = sql`workplace_id = ${workplaceId}::uuid and definition_id = ${id}::uuid`
  const most = reportLimits.decisions
  const looked = sql`(select id, title, business_key from (select id, title, business_key from instance where ${isOf} order by id desc limit ${most}) a
      union all select id, title, business_key from (select id, title, business_key from history_instance where ${isOf} order by ended_at desc limit ${most}) b)`
  const from = sql`${looked} i join history_fact f on f.workplace_id = ${workplaceId}::uuid and f.instance_id = i.id and ${evaluation.is}`
  return runtime.db.read(request, async (tx) => {
    const found = await findDefinition(tx, workplaceId, id)
    if (found === null) throw noSuchProcess()
    const [definition, rows, fired] = await Promise.all([
      getProcess(runtime, tx, workplaceId, { by: 'id', id }),
      runSql<Row>(
        tx,
        sql`select f.id, f.at, f.element_id, ${evaluation.text('elementId')} as element_key, ${evaluation.json('trace')} -> 'decisions' as decisions, f.instance_id, coalesce(i.title, nullif(trim(i.business_key), '')) as title
          from ${from} order by f.at desc, f.id desc limit ${reportLimits.evaluations}`,
      ),
      runSql<{ key: string; name: string; evaluations: number; rules: readonly EvaluatedDecision['rules'][] }>(
        tx,
        sql`select d ->> 'decisionId' as key, max(d ->> 'decisionName') as name, count(*)::int as evaluations, coalesce(jsonb_agg(d -> 'rules') filter (where jsonb_array_length(d -> 'rules') > 0), '[]') as rules
          from ${from} cross join lateral jsonb_array_elements(${evaluation.json('trace')} -> 'decisions') d group by 1 order by 1`,
      ),
    ])
    return {
      decisions: fired.map(({ rules, ...decision }) => ({ ...decision, rules: countRules(rules.flat()) })),
      items: rows.flatMap(({ instance_id, title, ...row }) =>
        presentEvaluation(row, definition, request.user).map((one) => ({
          ...one,
          instanceId: instance_id,
          instanceTitle: title ?? instance_id.slice(-7),
        })),
      ),
      isPartial: Math.max(found.running, found.ended) > most,
    }
  })
}

/** How often each rule fired, in the order of the table. */
function countRules(fired: readonly EvaluatedDecision['rules'][number][]) {
  const counts = new Map<number, { order: number; id: string | null; count: number }>()
  for (const { order, id } of fired) {
    const known = counts.get(order)
    counts.set(order, { order, id, count: (known?.count ?? 0) + 1 })
  }
  return [...counts.values()].toSorted((one, other) => one.order - other.order)
}
