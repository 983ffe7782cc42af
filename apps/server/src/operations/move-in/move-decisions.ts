import { movedDecisionStatement } from '../../runtime/history/record-decision.ts'
import { isOfOtherTenant } from './is-of-other-tenant.ts'
import { moveRows } from './move-rows.ts'
import type { Moving } from './moving.ts'
import { type EvaluationRows, readEvaluations } from './source/read-decisions.ts'
import { translateEvaluation } from './translate/evaluations.ts'

/** Moves the history of evaluated decisions, of processes and of those that were evaluated alone. */
export async function moveDecisions(moving: Moving): Promise<void> {
  const { actor, ids, source, report, keys, from } = moving
  let { done } = from
  for await (const evaluations of readEvaluations(source, from.after, 100)) {
    const wanted = evaluations.filter(
      ({ root }) => !isOfOtherTenant(moving, root.tenant_id_) && (keys === null || keys.has(root.proc_def_key_ ?? '')),
    )
    const isMissing = await findMissing(moving, wanted)
    await moveRows(moving, {
      kind: 'decision',
      title: 'evaluated decisions',
      rows: wanted,
      idOf: ({ root }) => root.id_,
      write: (rows) => {
        const { root, required, inputsOf, outputsOf, bytes } = rows
        if (isMissing(rows)) {
          report.leave({
            code: 'decision-without-instance',
            table: 'ACT_HI_DECINST',
            id: root.id_,
            message: `The instance ${root.proc_inst_id_ ?? root.case_inst_id_} of the evaluation of ${root.dec_def_key_} was not moved.`,
          })
          return []
        }
        const decisions = [...required, root].map((row) =>
          translateEvaluation(row, { inputs: inputsOf(row), outputs: outputsOf(row), bytes }),
        )
        return [
          movedDecisionStatement(actor, {
            id: ids.ordered(root.id_, root.eval_time_),
            at: root.eval_time_,
            userId: root.user_id_,
            instanceId: root.proc_inst_id_ === null ? null : ids.of(root.proc_inst_id_),
            elementInstanceId: root.act_inst_id_ === null ? null : ids.of(root.act_inst_id_),
            elementId: root.act_id_,
            decisionId: ids.of(root.dec_def_id_),
            trace: { decisions },
          }),
        ]
      },
    })
    if (moving.isStopped()) return
    done += evaluations.length
    await moving.reached({ after: evaluations.at(-1)?.root.id_ ?? '', done, total: null })
  }
}

/** Returns whether the instance of an evaluation was left in the source. A dry run has moved none, and expects all. */
async function findMissing(
  { ledger, isDryRun }: Moving,
  evaluations: readonly EvaluationRows[],
): Promise<(rows: EvaluationRows) => boolean> {
  const rootOf = ({ root }: EvaluationRows) => root.root_proc_inst_id_ ?? root.proc_inst_id_
  const rootIds = evaluations.map(rootOf).filter((id) => id !== null)
  const running = await ledger.find('hierarchy', rootIds)
  const ended = await ledger.find('history', rootIds)
  return (rows) => {
    if (rows.root.case_inst_id_ !== null && rows.root.proc_inst_id_ === null) return true
    const id = rootOf(rows)
    return !isDryRun && id !== null && !running.has(id) && !ended.has(id)
  }
}
