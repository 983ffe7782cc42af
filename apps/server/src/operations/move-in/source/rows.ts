/** Rows of Camunda's tables as `openSource` reads them. Times are ISO 8601; numbers of type bigint are text. */

export interface ExecutionRow {
  readonly id_: string
  readonly proc_inst_id_: string
  readonly root_proc_inst_id_: string | null
  readonly business_key_: string | null
  readonly parent_id_: string | null
  readonly proc_def_id_: string
  readonly super_exec_: string | null
  readonly act_id_: string | null
  readonly act_inst_id_: string | null
  readonly is_active_: boolean
  readonly is_concurrent_: boolean
  readonly is_scope_: boolean
  readonly is_event_scope_: boolean
  /** Flowable: the body of a multi-instance activity. */
  readonly is_mi_root_?: boolean
  readonly suspension_state_: number
  readonly sequence_counter_: string | null
  readonly tenant_id_: string | null
}

export interface VariableRow {
  readonly id_: string
  readonly rev_: number
  readonly type_: string
  readonly name_: string
  readonly execution_id_: string | null
  readonly proc_inst_id_: string | null
  readonly task_id_: string | null
  readonly bytearray_id_: string | null
  readonly double_: number | null
  readonly long_: string | null
  readonly text_: string | null
  readonly text2_: string | null
  /** Fluxnova: whether only some users see it. */
  readonly restricted_?: boolean | null
}

export interface TaskRow {
  readonly id_: string
  readonly execution_id_: string | null
  readonly proc_inst_id_: string | null
  readonly proc_def_id_: string | null
  readonly case_inst_id_?: string | null
  readonly name_: string | null
  readonly parent_task_id_: string | null
  readonly description_: string | null
  readonly task_def_key_: string | null
  readonly owner_: string | null
  readonly assignee_: string | null
  readonly delegation_: string | null
  readonly priority_: number | null
  readonly create_time_: string | null
  readonly last_updated_?: string | null
  readonly due_date_: string | null
  readonly follow_up_date_: string | null
  readonly suspension_state_: number | null
  readonly tenant_id_: string | null
}

export interface IdentityLinkRow {
  readonly id_: string
  readonly type_: string | null
  readonly user_id_: string | null
  readonly group_id_: string | null
  readonly task_id_: string | null
}

export interface JobRow {
  readonly id_: string
  readonly type_: string
  readonly lock_exp_time_: string | null
  readonly exclusive_: boolean | null
  readonly execution_id_: string | null
  readonly process_instance_id_: string | null
  readonly process_def_id_: string | null
  readonly retries_: number | null
  readonly exception_msg_: string | null
  readonly failed_act_id_?: string | null
  /** Flowable. */
  readonly element_id_?: string | null
  readonly duedate_: string | null
  readonly repeat_: string | null
  readonly handler_type_: string | null
  readonly handler_cfg_: string | null
  readonly suspension_state_: number
  readonly priority_: string
  readonly create_time_: string | null
}

export interface SubscriptionRow {
  readonly id_: string
  readonly event_type_: string
  readonly event_name_: string | null
  readonly execution_id_: string | null
  readonly proc_inst_id_: string | null
  readonly activity_id_: string | null
  readonly configuration_: string | null
  readonly created_: string
}

export interface ExternalTaskRow {
  readonly id_: string
  readonly worker_id_: string | null
  readonly topic_name_: string | null
  readonly retries_: number | null
  readonly error_msg_: string | null
  readonly error_details_id_: string | null
  readonly lock_exp_time_: string | null
  readonly create_time_?: string | null
  readonly suspension_state_: number | null
  readonly execution_id_: string
  readonly proc_inst_id_: string
  readonly act_id_: string
  readonly priority_: string
  readonly tenant_id_: string | null
}

export interface IncidentRow {
  readonly id_: string
  readonly incident_timestamp_: string
  readonly incident_msg_: string | null
  readonly incident_type_: string
  readonly execution_id_: string | null
  readonly activity_id_: string | null
  readonly failed_activity_id_?: string | null
  readonly proc_inst_id_: string | null
  readonly cause_incident_id_: string | null
  readonly root_cause_incident_id_: string | null
  readonly configuration_: string | null
  readonly annotation_?: string | null
}

export interface ActivityInstanceRow {
  readonly id_: string
  readonly parent_act_inst_id_: string | null
  readonly proc_inst_id_: string
  readonly proc_def_id_: string
  readonly execution_id_: string
  readonly act_id_: string
  readonly task_id_: string | null
  readonly call_proc_inst_id_: string | null
  readonly act_type_: string
  readonly assignee_: string | null
  readonly start_time_: string
  readonly end_time_: string | null
  /** 0 default, 1 scope complete, 2 canceled. */
  readonly act_inst_state_: number | null
  /** Flowable: why the activity was cancelled. */
  readonly delete_reason_?: string | null
  readonly sequence_counter_: string | null
}

export interface BytesRow {
  readonly id_: string
  readonly bytes_: Buffer | null
}
