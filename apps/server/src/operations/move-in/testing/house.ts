import type pg from 'pg'

type Row = Readonly<Record<string, unknown>>

/** Tables of Camunda 7.18 with the columns that a move reads: those that later versions added are absent. */
const tables: Readonly<Record<string, string>> = {
  act_ge_property: 'name_ varchar, value_ varchar, rev_ int',
  act_ge_schema_log: 'id_ varchar, timestamp_ timestamp, version_ varchar',
  act_ge_bytearray: 'id_ varchar, name_ varchar, bytes_ bytea, deployment_id_ varchar, generated_ boolean',
  act_re_deployment: 'id_ varchar, name_ varchar, deploy_time_ timestamp, source_ varchar, tenant_id_ varchar',
  act_re_procdef:
    'id_ varchar, key_ varchar, version_ int, deployment_id_ varchar, resource_name_ varchar, suspension_state_ int, tenant_id_ varchar',
  act_re_decision_def: 'id_ varchar, key_ varchar, version_ int, deployment_id_ varchar',
  act_re_decision_req_def: 'id_ varchar, key_ varchar, version_ int, deployment_id_ varchar',
  act_ru_execution:
    'id_ varchar, proc_inst_id_ varchar, root_proc_inst_id_ varchar, business_key_ varchar, parent_id_ varchar, proc_def_id_ varchar, super_exec_ varchar, act_id_ varchar, act_inst_id_ varchar, is_active_ boolean, is_concurrent_ boolean, is_scope_ boolean, is_event_scope_ boolean, suspension_state_ int, sequence_counter_ bigint, tenant_id_ varchar',
  act_ru_variable:
    'id_ varchar, rev_ int, type_ varchar, name_ varchar, execution_id_ varchar, proc_inst_id_ varchar, task_id_ varchar, bytearray_id_ varchar, double_ float8, long_ bigint, text_ varchar, text2_ varchar',
  act_ru_task:
    'id_ varchar, execution_id_ varchar, proc_inst_id_ varchar, proc_def_id_ varchar, case_execution_id_ varchar, name_ varchar, parent_task_id_ varchar, description_ varchar, task_def_key_ varchar, owner_ varchar, assignee_ varchar, delegation_ varchar, priority_ int, create_time_ timestamp, due_date_ timestamp, follow_up_date_ timestamp, suspension_state_ int, tenant_id_ varchar',
  act_ru_identitylink: 'id_ varchar, type_ varchar, user_id_ varchar, group_id_ varchar, task_id_ varchar',
  act_ru_job:
    'id_ varchar, type_ varchar, lock_exp_time_ timestamp, exclusive_ boolean, execution_id_ varchar, process_instance_id_ varchar, process_def_id_ varchar, retries_ int, exception_msg_ varchar, failed_act_id_ varchar, duedate_ timestamp, repeat_ varchar, handler_type_ varchar, handler_cfg_ varchar, suspension_state_ int, priority_ bigint, create_time_ timestamp',
  act_ru_event_subscr:
    'id_ varchar, event_type_ varchar, event_name_ varchar, execution_id_ varchar, proc_inst_id_ varchar, activity_id_ varchar, configuration_ varchar, created_ timestamp',
  act_ru_ext_task:
    'id_ varchar, worker_id_ varchar, topic_name_ varchar, retries_ int, error_msg_ varchar, error_details_id_ varchar, lock_exp_time_ timestamp, suspension_state_ int, execution_id_ varchar, proc_inst_id_ varchar, act_id_ varchar, priority_ bigint, tenant_id_ varchar',
  act_ru_incident:
    'id_ varchar, incident_timestamp_ timestamp, incident_msg_ varchar, incident_type_ varchar, execution_id_ varchar, activity_id_ varchar, failed_activity_id_ varchar, proc_inst_id_ varchar, cause_incident_id_ varchar, root_cause_incident_id_ varchar, configuration_ varchar',
  act_ru_authorization:
    'id_ varchar, type_ int, user_id_ varchar, group_id_ varchar, resource_type_ int, resource_id_ varchar, perms_ int',
  act_ru_filter: 'id_ varchar, resource_type_ varchar, name_ varchar, owner_ varchar, query_ text, properties_ text',
  act_id_user: 'id_ varchar, first_ varchar, last_ varchar, email_ varchar, pwd_ varchar, salt_ varchar',
  act_id_group: 'id_ varchar, name_ varchar, type_ varchar',
  act_id_membership: 'user_id_ varchar, group_id_ varchar',
  act_hi_procinst:
    'id_ varchar, proc_inst_id_ varchar, root_proc_inst_id_ varchar, business_key_ varchar, proc_def_id_ varchar, start_time_ timestamp, end_time_ timestamp, start_user_id_ varchar, start_act_id_ varchar, end_act_id_ varchar, super_process_instance_id_ varchar, delete_reason_ varchar, tenant_id_ varchar, state_ varchar',
  act_hi_actinst:
    'id_ varchar, parent_act_inst_id_ varchar, proc_inst_id_ varchar, proc_def_id_ varchar, execution_id_ varchar, act_id_ varchar, task_id_ varchar, call_proc_inst_id_ varchar, act_type_ varchar, assignee_ varchar, start_time_ timestamp, end_time_ timestamp, act_inst_state_ int, sequence_counter_ bigint',
  act_hi_taskinst:
    'id_ varchar, task_def_key_ varchar, proc_def_id_ varchar, proc_inst_id_ varchar, execution_id_ varchar, act_inst_id_ varchar, name_ varchar, parent_task_id_ varchar, description_ varchar, owner_ varchar, assignee_ varchar, start_time_ timestamp, end_time_ timestamp, delete_reason_ varchar, priority_ int, due_date_ timestamp, follow_up_date_ timestamp, tenant_id_ varchar',
  act_hi_varinst:
    'id_ varchar, proc_inst_id_ varchar, execution_id_ varchar, act_inst_id_ varchar, task_id_ varchar, name_ varchar, var_type_ varchar, rev_ int, bytearray_id_ varchar, double_ float8, long_ bigint, text_ varchar, text2_ varchar, create_time_ timestamp, state_ varchar',
  act_hi_comment:
    'id_ varchar, type_ varchar, time_ timestamp, user_id_ varchar, task_id_ varchar, proc_inst_id_ varchar, action_ varchar, message_ varchar, full_msg_ bytea',
}

/** A source database for tests, with tables of Camunda in a schema of its own. */
export interface House {
  /** Adds rows; columns that are left out are null. */
  add(table: string, ...rows: readonly Row[]): Promise<void>
  /** Deploys models, one process each. Returns the ids of the definitions by key. */
  deploy(models: Readonly<Record<string, string>>, version?: number): Promise<void>
  /** Adds executions of an instance: the first one is the instance. */
  instance(key: string, ...executions: readonly Row[]): Promise<void>
  checksum(): Promise<string>
}

export async function createHouse(admin: pg.Pool, schema: string): Promise<House> {
  await admin.query(`create schema ${schema}; grant usage on schema ${schema} to public`)
  for (const [table, columns] of Object.entries(tables))
    await admin.query(`create table ${schema}.${table} (${columns})`)
  await admin.query(`grant select on all tables in schema ${schema} to public`)
  const add: House['add'] = async (table, ...rows) => {
    for (const row of rows) {
      const names = Object.keys(row)
      const places = names.map((_, index) => `$${index + 1}`)
      await admin.query(
        `insert into ${schema}.${table} (${names.join(', ')}) values (${places.join(', ')})`,
        Object.values(row),
      )
    }
  }
  await add('act_ge_property', { name_: 'schema.version', value_: 'fox' })
  await add('act_ge_schema_log', { id_: '0', timestamp_: '2026-01-01', version_: '7.18.0' })
  return {
    add,
    deploy: async (models, version = 1) => {
      const deployment = `d${version}`
      await add('act_re_deployment', { id_: deployment, name_: 'house', deploy_time_: `2026-01-0${version} 10:00:00` })
      for (const [key, xml] of Object.entries(models)) {
        const resource = `${key}.bpmn`
        await add('act_ge_bytearray', {
          id_: `${deployment}-${key}`,
          name_: resource,
          bytes_: Buffer.from(xml),
          deployment_id_: deployment,
        })
        const definition = {
          id_: `${key}:${version}:${deployment}`,
          key_: key,
          version_: version,
          suspension_state_: 1,
        }
        await add('act_re_procdef', { ...definition, deployment_id_: deployment, resource_name_: resource })
      }
    },
    instance: async (key, ...executions) => {
      const [top] = executions
      const common = {
        proc_inst_id_: top?.id_,
        proc_def_id_: `${key}:1:d1`,
        is_active_: true,
        is_concurrent_: false,
        is_scope_: false,
        is_event_scope_: false,
        suspension_state_: 1,
      }
      await add(
        'act_ru_execution',
        ...executions.map((row, index) => ({
          ...common,
          ...(index === 0
            ? { is_scope_: true, root_proc_inst_id_: top?.id_, business_key_: `house ${key}` }
            : { parent_id_: top?.id_ }),
          ...row,
        })),
      )
      await add('act_hi_procinst', {
        id_: top?.id_,
        proc_inst_id_: top?.id_,
        root_proc_inst_id_: top?.root_proc_inst_id_ ?? top?.id_,
        proc_def_id_: `${key}:1:d1`,
        start_time_: '2026-01-02 08:00:00',
        start_user_id_: 'ann',
        state_: 'ACTIVE',
      })
    },
    checksum: async () => {
      const sums: string[] = []
      for (const table of Object.keys(tables)) {
        const { rows } = await admin.query<{ sum: string | null }>(
          `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${schema}.${table} t`,
        )
        sums.push(`${table} ${rows[0]?.sum ?? ''}`)
      }
      return sums.join('\n')
    },
  }
}

/** Returns the connection string of a source database for tests, which is a schema of a test's database. */
export function addressOf(connectionString: string, schema: string): string {
  const address = new URL(connectionString)
  address.searchParams.set('options', `-csearch_path=${schema}`)
  return address.href
}
