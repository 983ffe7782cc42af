import type { Source } from './open-source.ts'
import type { ActivityInstanceRow } from './rows.ts'

export interface HistoryInstanceRow {
  readonly id_: string
  readonly proc_inst_id_: string
  readonly root_proc_inst_id_: string | null
  readonly business_key_: string | null
  readonly proc_def_id_: string
  readonly start_time_: string
  readonly end_time_: string | null
  readonly start_user_id_: string | null
  readonly start_act_id_: string | null
  readonly end_act_id_: string | null
  readonly super_process_instance_id_: string | null
  readonly delete_reason_: string | null
  readonly tenant_id_: string | null
  readonly state_: string | null
}

export interface HistoryTaskRow {
  readonly id_: string
  readonly task_def_key_: string | null
  readonly proc_def_id_: string | null
  readonly proc_inst_id_: string | null
  readonly execution_id_: string | null
  readonly act_inst_id_: string | null
  readonly name_: string | null
  readonly parent_task_id_: string | null
  readonly description_: string | null
  readonly owner_: string | null
  readonly assignee_: string | null
  readonly start_time_: string
  readonly end_time_: string | null
  readonly delete_reason_: string | null
  readonly priority_: number | null
  readonly due_date_: string | null
  readonly follow_up_date_: string | null
  readonly tenant_id_: string | null
}

/** The columns of a value, in the table of variables and in that of their changes. */
export interface HistoryValueRow {
  readonly id_: string
  readonly proc_inst_id_: string | null
  readonly execution_id_: string | null
  readonly act_inst_id_: string | null
  readonly task_id_: string | null
  readonly name_: string
  readonly var_type_: string | null
  readonly rev_: number | null
  readonly bytearray_id_: string | null
  readonly double_: number | null
  readonly long_: string | null
  readonly text_: string | null
  readonly text2_: string | null
}

export interface HistoryVariableRow extends HistoryValueRow {
  readonly create_time_?: string | null
  /** DELETED, or CREATED. */
  readonly state_?: string | null
}

export interface HistoryDetailRow extends HistoryValueRow {
  readonly type_: string
  readonly time_: string
  readonly var_inst_id_: string | null
  readonly operation_id_?: string | null
}

/** The history of instances, running or ended. */
export interface HistoryRows {
  readonly instances: readonly HistoryInstanceRow[]
  readonly activities: readonly ActivityInstanceRow[]
  readonly tasks: readonly HistoryTaskRow[]
  readonly variables: readonly HistoryVariableRow[]
  readonly details: readonly HistoryDetailRow[]
}

export async function readHistory(source: Source, instances: readonly string[]): Promise<HistoryRows> {
  const of = <Row>(table: string, more = '') => source.select<Row>(table, `proc_inst_id_ = any($1)${more}`, [instances])
  return {
    instances: await of<HistoryInstanceRow>('act_hi_procinst'),
    activities: await of<ActivityInstanceRow>('act_hi_actinst'),
    tasks: await of<HistoryTaskRow>('act_hi_taskinst'),
    variables: await of<HistoryVariableRow>('act_hi_varinst'),
    details: await of<HistoryDetailRow>('act_hi_detail', ` and type_ = 'VariableUpdate'`),
  }
}
