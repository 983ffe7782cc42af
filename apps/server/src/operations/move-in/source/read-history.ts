import { presentHistory } from './flowable-values.ts'
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
  /** Fluxnova: whether only some users see it. */
  readonly restricted_?: boolean | null
}

export interface HistoryDetailRow extends HistoryValueRow {
  readonly type_: string
  readonly time_: string
  readonly var_inst_id_: string | null
  readonly operation_id_?: string | null
}

export interface HistoryIncidentRow {
  readonly id_: string
  readonly proc_inst_id_: string | null
  readonly execution_id_: string | null
  readonly create_time_: string
  readonly end_time_: string | null
  readonly incident_msg_: string | null
  readonly incident_type_: string
  readonly activity_id_: string | null
  readonly failed_activity_id_?: string | null
  readonly cause_incident_id_: string | null
  readonly root_cause_incident_id_: string | null
  readonly configuration_: string | null
  readonly history_configuration_?: string | null
  readonly incident_state_: number | null
}

export interface HistoryJobRow {
  readonly id_: string
  readonly timestamp_: string
  readonly job_id_: string
  readonly job_duedate_: string | null
  readonly job_retries_: number | null
  readonly job_priority_: string | null
  readonly job_exception_msg_: string | null
  readonly job_state_: number | null
  readonly job_def_type_: string | null
  readonly job_def_configuration_: string | null
  readonly act_id_: string | null
  readonly failed_act_id_?: string | null
  readonly execution_id_: string | null
  readonly process_instance_id_: string | null
}

export interface HistoryWorkRow {
  readonly id_: string
  readonly timestamp_: string
  readonly ext_task_id_: string
  readonly retries_: number | null
  readonly topic_name_: string | null
  readonly worker_id_: string | null
  readonly priority_: string | null
  readonly error_msg_: string | null
  readonly error_details_id_: string | null
  readonly act_id_: string | null
  readonly execution_id_: string | null
  readonly proc_inst_id_: string | null
  readonly state_: number | null
}

/** The history of instances, running or ended. */
export interface HistoryRows {
  readonly instances: readonly HistoryInstanceRow[]
  readonly activities: readonly ActivityInstanceRow[]
  readonly tasks: readonly HistoryTaskRow[]
  readonly variables: readonly HistoryVariableRow[]
  readonly details: readonly HistoryDetailRow[]
  readonly incidents: readonly HistoryIncidentRow[]
  readonly jobs: readonly HistoryJobRow[]
  readonly work: readonly HistoryWorkRow[]
}

/** Returns the function that finds the history of a root, by the root of each instance. */
export function groupHistory(
  rows: HistoryRows,
  rootOf: (instanceId: string | null) => string | undefined,
): (rootId: string) => HistoryRows {
  const group = <Row>(list: readonly Row[], instanceOf: (row: Row) => string | null) => {
    const groups = Map.groupBy(list, (row) => rootOf(instanceOf(row)))
    return (rootId: string): readonly Row[] => groups.get(rootId) ?? []
  }
  const byInstance = ({ proc_inst_id_ }: { readonly proc_inst_id_: string | null }) => proc_inst_id_
  const instances = group(rows.instances, byInstance)
  const activities = group(rows.activities, byInstance)
  const tasks = group(rows.tasks, byInstance)
  const variables = group(rows.variables, byInstance)
  const details = group(rows.details, byInstance)
  const incidents = group(rows.incidents, byInstance)
  const jobs = group(rows.jobs, ({ process_instance_id_ }) => process_instance_id_)
  const work = group(rows.work, byInstance)
  return (rootId) => ({
    instances: instances(rootId),
    activities: activities(rootId),
    tasks: tasks(rootId),
    variables: variables(rootId),
    details: details(rootId),
    incidents: incidents(rootId),
    jobs: jobs(rootId),
    work: work(rootId),
  })
}

export async function readHistory(source: Source, instances: readonly string[]): Promise<HistoryRows> {
  const of = <Row>(table: string, more = '') => source.select<Row>(table, `proc_inst_id_ = any($1)${more}`, [instances])
  const variables = await of<HistoryVariableRow>('act_hi_varinst')
  return {
    instances: await of<HistoryInstanceRow>('act_hi_procinst'),
    activities: await of<ActivityInstanceRow>('act_hi_actinst', ` and act_type_ <> 'sequenceFlow'`),
    tasks: await of<HistoryTaskRow>('act_hi_taskinst'),
    variables: source.family === 'flowable' ? presentHistory(variables) : variables,
    details: await of<HistoryDetailRow>('act_hi_detail', ` and type_ = 'VariableUpdate'`),
    incidents: await of<HistoryIncidentRow>('act_hi_incident'),
    jobs: await source.select<HistoryJobRow>('act_hi_job_log', 'process_instance_id_ = any($1)', [instances]),
    work: await of<HistoryWorkRow>('act_hi_ext_task_log'),
  }
}
