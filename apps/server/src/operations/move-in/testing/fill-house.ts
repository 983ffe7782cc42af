import type pg from 'pg'
import { sequence } from '../../../runtime/testing/models.ts'
import { createHouse } from './house.ts'

/** The number of instances in a source database for tests. */
export interface Filling {
  /** Running, each with a task and two variables. */
  readonly running: number
  /** Ended, each with a task, its activity and two variables. */
  readonly ended: number
}

/** Creates a source database with many instances of one process, and with the indexes that reading needs. */
export async function createFilledHouse(admin: pg.Pool, schema: string, { running, ended }: Filling): Promise<void> {
  const house = await createHouse(admin, schema)
  await house.deploy({ plain: sequence('plain', { work: '<userTask id="work"/>', last: '<userTask id="last"/>' }) })
  const add = (count: number, prefix: string) => async (columns: string, values: string) => {
    await admin.query(
      `insert into ${schema}.${columns} select ${values} from generate_series(1, ${count}) n, lateral (select '${prefix}' || lpad(n::text, 9, '0') as id) i`,
    )
  }
  const run = add(running, 'i')
  await run(
    'act_ru_execution (id_, proc_inst_id_, root_proc_inst_id_, proc_def_id_, act_id_, act_inst_id_, is_active_, is_concurrent_, is_scope_, is_event_scope_, suspension_state_)',
    `id, id, id, 'plain:1:d1', 'work', 'work:' || id, true, false, true, false, 1`,
  )
  await run(
    'act_ru_task (id_, execution_id_, proc_inst_id_, proc_def_id_, name_, task_def_key_, priority_, create_time_, suspension_state_)',
    `'t' || id, id, id, 'plain:1:d1', 'Work', 'work', 50, '2026-01-02', 1`,
  )
  for (const name of ['a', 'b'])
    await run(
      'act_ru_variable (id_, rev_, type_, name_, execution_id_, proc_inst_id_, text_)',
      `'${name}' || id, 1, 'string', '${name}', id, id, 'value ' || n`,
    )
  await run(
    'act_hi_procinst (id_, proc_inst_id_, root_proc_inst_id_, proc_def_id_, start_time_, state_)',
    `id, id, id, 'plain:1:d1', '2026-01-02', 'ACTIVE'`,
  )
  const end = add(ended, 'e')
  await end(
    'act_hi_procinst (id_, proc_inst_id_, root_proc_inst_id_, proc_def_id_, start_time_, end_time_, start_user_id_, state_)',
    `id, id, id, 'plain:1:d1', '2026-01-02', '2026-01-03', 'ann', 'COMPLETED'`,
  )
  await end(
    'act_hi_actinst (id_, parent_act_inst_id_, proc_inst_id_, proc_def_id_, execution_id_, act_id_, act_type_, task_id_, start_time_, end_time_, act_inst_state_)',
    `'work:' || id, id, id, 'plain:1:d1', id, 'work', 'userTask', 't' || id, '2026-01-02', '2026-01-03', 0`,
  )
  await end(
    'act_hi_taskinst (id_, task_def_key_, proc_def_id_, proc_inst_id_, execution_id_, act_inst_id_, name_, assignee_, start_time_, end_time_, priority_)',
    `'t' || id, 'work', 'plain:1:d1', id, id, 'work:' || id, 'Work', 'ann', '2026-01-02', '2026-01-03', 50`,
  )
  for (const name of ['a', 'b'])
    await end(
      'act_hi_varinst (id_, proc_inst_id_, execution_id_, act_inst_id_, name_, var_type_, rev_, text_, create_time_, state_)',
      `'${name}' || id, id, id, id, '${name}', 'string', 0, 'value ' || n, '2026-01-02', 'CREATED'`,
    )
  for (const [table, column] of [
    ['act_ru_execution', 'id_'],
    ['act_ru_execution', 'super_exec_'],
    ['act_ru_execution', 'proc_inst_id_'],
    ['act_ru_task', 'proc_inst_id_'],
    ['act_ru_variable', 'proc_inst_id_'],
    ['act_hi_procinst', 'id_'],
    ['act_hi_procinst', 'proc_inst_id_'],
    ['act_hi_procinst', 'root_proc_inst_id_'],
    ['act_hi_actinst', 'proc_inst_id_'],
    ['act_hi_taskinst', 'proc_inst_id_'],
    ['act_hi_varinst', 'proc_inst_id_'],
  ])
    await admin.query(`create index on ${schema}.${table} (${column})`)
  await admin.query('analyze')
}
