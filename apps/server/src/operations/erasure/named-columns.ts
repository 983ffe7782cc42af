import type { ErasedKind } from '@millrace/contract'
import { type NamedColumn, nameList } from './named-column.ts'
import { namedFacts } from './named-facts.ts'
import { namedOperations } from './named-operations.ts'

const of = (kind: ErasedKind, table: string, ...columns: readonly string[]): NamedColumn[] =>
  columns.map((column) => ({ table, column, kind }))

const records = ['created_by', 'updated_by', 'disabled_by'] as const

/**
 * All columns that contain user names, except those of running processes and those that are deleted with the
 * account. A test compares the list with the database.
 */
export const namedColumns: readonly NamedColumn[] = [
  ...of('instances', 'history_instance', 'start_user_id', 'ended_by'),
  ...of('instances', 'history_element', 'assignee'),
  ...of('tasks', 'history_task', 'assignee', 'owner', 'ended_by'),
  namedFacts,
  { table: 'history_task', column: 'candidate_users', kind: 'tasks', shape: nameList },
  ...of('operations', 'history_fact', 'user_id'),
  ...of('operations', 'operation_log', 'user_id'),
  ...namedOperations,
  ...of('operations', 'operation_annotation', 'set_by'),
  ...of('operations', 'instance_undo', 'user_id'),
  ...of('operations', 'history_cleanup', 'asked_by'),
  ...of('operations', 'external_call', 'replayed_by'),
  ...of('operations', 'external_delivery', 'replayed_by'),
  ...of('operations', 'data_list_feed_run', 'started_by'),
  ...of('records', 'data_list_feed', 'updated_by'),
  ...of('comments', 'task_comment', 'user_id'),
  ...of('comments', 'comment_mention', 'mentioned_by'),
  ...of('files', 'task_attachment', 'user_id'),
  ...of('files', 'stored_file', 'uploaded_by'),
  ...of('records', 'notice', 'told_by'),
  ...of('records', 'absence', 'created_by', 'updated_by'),
  ...of('records', 'api_token', 'created_by'),
  ...['app_decision', 'app_process', 'application', 'data_list', 'email_template', 'external_adapter'].flatMap(
    (table) => of('records', table, ...records),
  ),
  ...[
    'external_api',
    'external_connection',
    'external_listener',
    'external_system',
    'form',
    'hierarchy',
    'own_role',
  ].flatMap((table) => of('records', table, ...records)),
  ...['user_group', 'user_property', 'app_user'].flatMap((table) => of('records', table, ...records)),
  ...['app_process_test', 'category', 'global_property', 'list_view', 'task_filter', 'user_authorization'].flatMap(
    (table) => of('records', table, 'created_by', 'updated_by'),
  ),
  ...['user_theme'].flatMap((table) => of('records', table, 'created_by', 'updated_by')),
  ...['app_decision_version', 'app_process_version', 'data_list_version', 'form_version'].flatMap((table) =>
    of('records', table, 'saved_by'),
  ),
  ...of('records', 'application_version', 'deployed_by', 'undeployed_by'),
  ...of('records', 'deployment', 'deployed_by'),
  ...of('records', 'directory', 'created_by', 'updated_by'),
  ...of('records', 'directory_run', 'started_by'),
  ...of('records', 'batch', 'created_by'),
  ...of('records', 'business_calendar', 'changed_by'),
  ...of('records', 'java_binding', 'changed_by'),
  ...of('records', 'process_icon', 'changed_by'),
  ...of('records', 'form_link', 'created_by', 'ended_by'),
  ...of('records', 'hierarchy_node', 'updated_by'),
  ...of('records', 'incident_group', 'owner', 'updated_by'),
  ...of('records', 'licence', 'uploaded_by'),
  ...of('records', 'package_export', 'created_by'),
  ...of('records', 'package_import', 'created_by', 'origin_created_by', 'rolled_back_by', 'ended_by'),
  ...of('records', 'package_source', ...records),
  ...of('records', 'package_key', 'trusted_by'),
  ...of('records', 'password_link', 'created_by'),
  ...of('records', 'role_description', 'updated_by'),
  ...of('records', 'setting', 'updated_by'),
  ...of('records', 'simulation', 'created_by'),
  ...of('records', 'move_in', 'created_by'),
  ...of('records', 'site_picture', 'updated_by'),
  ...of('records', 'site_theme', 'updated_by'),
  ...of('records', 'system_template', 'updated_by'),
  ...of('records', 'task_filter', 'owner'),
  ...of('records', 'test_mail', 'created_by'),
]
