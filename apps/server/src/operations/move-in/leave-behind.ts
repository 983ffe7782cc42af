import { leftInFlowable } from './left-in-flowable.ts'
import type { Moving } from './moving.ts'
import { listRestricted } from './restricted-variables.ts'

/** Tables whose rows stay behind, and why. */
const left = [
  ['act_hi_batch', 'true', 'batch-history', 'The history of batches is not moved.', false],
  ['act_ru_case_execution', 'true', 'case', 'Case instances (CMMN) do not exist here.', false],
  ['act_hi_caseinst', 'true', 'case', 'The history of case instances (CMMN) is not moved.', false],
  ['act_re_camformdef', 'true', 'camunda-form', 'Camunda forms come over as files of their deployments.', true],
  [
    'act_ru_event_subscr',
    't.execution_id_ is null',
    'start-event',
    'Start events wait again by their deployment.',
    true,
  ],
  [
    'act_ru_job',
    `t.process_instance_id_ is null and t.handler_type_ = 'timer-start-event'`,
    'start-event',
    'Timers of start events are set again by their deployment.',
    true,
  ],
  [
    'act_ru_job',
    `t.process_instance_id_ is null and t.handler_type_ <> 'timer-start-event'`,
    'engine-job',
    'Jobs of the engine itself, such as of batches and of the clean-up of history, are not moved.',
    true,
  ],
  ['act_ru_jobdef', 'true', 'job-definition', 'Definitions of jobs are made again by their deployment.', true],
  [
    'act_hi_identitylink',
    'true',
    'identity-link-history',
    'The log of candidates and assignees of tasks is not moved.',
    false,
  ],
  ['act_ru_meter_log', 'true', 'metrics', 'Metrics of the engine are not moved.', true],
  ['act_ru_task_meter_log', 'true', 'metrics', 'Metrics of the engine are not moved.', true],
] as const

interface BatchRow {
  readonly id_: string
  readonly type_: string | null
  readonly total_jobs_: number | null
}

/** Lists batches that have not ended: their jobs are Java objects, and somebody has to order them again. */
async function leaveBatches({ source, report }: Moving): Promise<void> {
  for await (const rows of source.portions<BatchRow>('act_ru_batch', 'true', [], { size: 200 }))
    for (const { id_, type_, total_jobs_ } of rows) {
      report.add('not moved: ACT_RU_BATCH', null, 'source')
      report.add('not moved: ACT_RU_BATCH', null, 'left')
      report.leave({
        code: 'batch-running',
        table: 'ACT_RU_BATCH',
        id: id_,
        message: `The batch ${type_ ?? ''} of ${total_jobs_ ?? 0} jobs has not ended. Let it end in the source, or order it again here.`,
      })
    }
}

/** Counts the rows that have no equivalent in this product, so that the report names every table with rows. */
export async function leaveBehind(moving: Moving): Promise<void> {
  const { source, report, keys, tenants } = moving
  listRestricted(report)
  if (keys !== null || tenants !== null) return
  await leaveBatches(moving)
  for (const [table, where, code, message, isExpected] of source.family === 'flowable' ? leftInFlowable : left) {
    const count = await source.count(table, where)
    if (count === 0) continue
    report.add(`not moved: ${table.toUpperCase()}`, null, 'source', count)
    report.add(`not moved: ${table.toUpperCase()}`, null, 'left', count)
    report.leave(
      { code, table: table.toUpperCase(), id: '*', message: `${count} rows: ${message}`, isExpected },
      { count },
    )
  }
}
