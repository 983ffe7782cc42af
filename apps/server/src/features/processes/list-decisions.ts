import type { AnswerOf, processCalls } from '@millrace/contract'
import type { EvaluatedDecision } from '@millrace/dmn'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import { factsOf } from '../../runtime/history/fact-sql.ts'
import type { FactKind } from '../../runtime/history/facts.ts'
import { type EvaluationRow, presentEvaluation } from '../../runtime/history/present-evaluation.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleInstance } from './get-instance.ts'

const maxEvaluations = 500

/** Lists the decisions that an instance evaluated, with the required ones, for users who may see its data. */
export async function listDecisions(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.decisions>> {
  const { workplaceId } = request
  return runtime.db.read(request, async (tx) => {
    const { instance } = await getVisibleInstance(tx, request.user, id, 'see-data')
    const [definition, rows] = await Promise.all([
      findReadable(runtime, tx, workplaceId, { by: 'id', id: instance.definition_id }),
      selectEvaluations(tx, workplaceId, instance.id),
    ])
    const shown = rows.slice(0, maxEvaluations)
    return {
      items: shown.flatMap((row) => presentEvaluation(row, definition, request.user)),
      isCapped: rows.length > shown.length,
    }
  })
}

const evaluation = factsOf('decision-evaluated', 'history_fact')

async function selectEvaluations(tx: Tx, workplaceId: string, instanceId: string): Promise<EvaluationRow[]> {
  return tx.query(
    kysely
      .selectFrom('history_fact')
      .where('workplace_id', '=', workplaceId)
      .where('instance_id', '=', instanceId)
      .where('kind', '=', 'decision-evaluated' satisfies FactKind)
      .select([
        'id',
        'at',
        'element_id',
        evaluation.text('elementId').as('element_key'),
        sql<EvaluatedDecision[]>`${evaluation.json('trace')} -> 'decisions'`.as('decisions'),
      ])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxEvaluations + 1),
  )
}
