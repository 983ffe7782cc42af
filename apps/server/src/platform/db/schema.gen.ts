// Written by scripts/generate-db-types.ts: do not edit.
import type { Absence } from './tables/absence.gen.ts'
import type { ApiToken } from './tables/api_token.gen.ts'
import type { AppDecision } from './tables/app_decision.gen.ts'
import type { AppDecisionVersion } from './tables/app_decision_version.gen.ts'
import type { Application } from './tables/application.gen.ts'
import type { ApplicationVersion } from './tables/application_version.gen.ts'
import type { ApplicationVersionPart } from './tables/application_version_part.gen.ts'
import type { AppProcess } from './tables/app_process.gen.ts'
import type { AppProcessTest } from './tables/app_process_test.gen.ts'
import type { AppProcessVersion } from './tables/app_process_version.gen.ts'
import type { AppUser } from './tables/app_user.gen.ts'
import type { AuditCounter } from './tables/audit_counter.gen.ts'
import type { AuditEntry } from './tables/audit_entry.gen.ts'
import type { AuditRevision } from './tables/audit_revision.gen.ts'
import type { BusinessCalendar } from './tables/business_calendar.gen.ts'
import type { Category } from './tables/category.gen.ts'
import type { CommentMention } from './tables/comment_mention.gen.ts'
import type { CustomView } from './tables/custom_view.gen.ts'
import type { DashboardLayout } from './tables/dashboard_layout.gen.ts'
import type { DataList } from './tables/data_list.gen.ts'
import type { DataListRow } from './tables/data_list_row.gen.ts'
import type { DataListVersion } from './tables/data_list_version.gen.ts'
import type { DecisionDefinition } from './tables/decision_definition.gen.ts'
import type { DecisionRequirements } from './tables/decision_requirements.gen.ts'
import type { Deployment } from './tables/deployment.gen.ts'
import type { DeploymentResource } from './tables/deployment_resource.gen.ts'
import type { DesignAutoSave } from './tables/design_auto_save.gen.ts'
import type { DesignLock } from './tables/design_lock.gen.ts'
import type { Element } from './tables/element.gen.ts'
import type { EmailTemplate } from './tables/email_template.gen.ts'
import type { ExternalAdapter } from './tables/external_adapter.gen.ts'
import type { ExternalApi } from './tables/external_api.gen.ts'
import type { ExternalConnection } from './tables/external_connection.gen.ts'
import type { ExternalSystem } from './tables/external_system.gen.ts'
import type { ExternalTask } from './tables/external_task.gen.ts'
import type { Form } from './tables/form.gen.ts'
import type { FormDraft } from './tables/form_draft.gen.ts'
import type { FormLink } from './tables/form_link.gen.ts'
import type { FormReceipt } from './tables/form_receipt.gen.ts'
import type { FormVersion } from './tables/form_version.gen.ts'
import type { GlobalProperty } from './tables/global_property.gen.ts'
import type { GroupMember } from './tables/group_member.gen.ts'
import type { HistoryElement } from './tables/history_element.gen.ts'
import type { HistoryFact } from './tables/history_fact.gen.ts'
import type { HistoryInstance } from './tables/history_instance.gen.ts'
import type { HistoryTask } from './tables/history_task.gen.ts'
import type { HistoryVariable } from './tables/history_variable.gen.ts'
import type { IdempotencyKey } from './tables/idempotency_key.gen.ts'
import type { Incident } from './tables/incident.gen.ts'
import type { Instance } from './tables/instance.gen.ts'
import type { InstanceListed } from './tables/instance_listed.gen.ts'
import type { InstanceListing } from './tables/instance_listing.gen.ts'
import type { InstanceReader } from './tables/instance_reader.gen.ts'
import type { JavaBinding } from './tables/java_binding.gen.ts'
import type { Job } from './tables/job.gen.ts'
import type { JobDefinition } from './tables/job_definition.gen.ts'
import type { KnownOrigin } from './tables/known_origin.gen.ts'
import type { ListView } from './tables/list_view.gen.ts'
import type { Migration } from './tables/migration.gen.ts'
import type { Notice } from './tables/notice.gen.ts'
import type { NoticeSetting } from './tables/notice_setting.gen.ts'
import type { NoticeWatch } from './tables/notice_watch.gen.ts'
import type { ObjectRemoval } from './tables/object_removal.gen.ts'
import type { PreferredView } from './tables/preferred_view.gen.ts'
import type { ProcessCategory } from './tables/process_category.gen.ts'
import type { ProcessDefinition } from './tables/process_definition.gen.ts'
import type { ProcessElement } from './tables/process_element.gen.ts'
import type { ProcessFavourite } from './tables/process_favourite.gen.ts'
import type { ProcessIcon } from './tables/process_icon.gen.ts'
import type { RoleDashboard } from './tables/role_dashboard.gen.ts'
import type { Root } from './tables/root.gen.ts'
import type { SavedForm } from './tables/saved_form.gen.ts'
import type { SearchWord } from './tables/search_word.gen.ts'
import type { Session } from './tables/session.gen.ts'
import type { SessionSpentRefresh } from './tables/session_spent_refresh.gen.ts'
import type { Setting } from './tables/setting.gen.ts'
import type { SignInTry } from './tables/sign_in_try.gen.ts'
import type { SitePicture } from './tables/site_picture.gen.ts'
import type { SiteTheme } from './tables/site_theme.gen.ts'
import type { SpentCaptcha } from './tables/spent_captcha.gen.ts'
import type { SsoIdentity } from './tables/sso_identity.gen.ts'
import type { SsoSession } from './tables/sso_session.gen.ts'
import type { StoredFile } from './tables/stored_file.gen.ts'
import type { Subscription } from './tables/subscription.gen.ts'
import type { SystemTemplate } from './tables/system_template.gen.ts'
import type { Task } from './tables/task.gen.ts'
import type { TaskAttachment } from './tables/task_attachment.gen.ts'
import type { TaskBatch } from './tables/task_batch.gen.ts'
import type { TaskBatchItem } from './tables/task_batch_item.gen.ts'
import type { TaskComment } from './tables/task_comment.gen.ts'
import type { TaskLink } from './tables/task_link.gen.ts'
import type { TaskListed } from './tables/task_listed.gen.ts'
import type { TaskListing } from './tables/task_listing.gen.ts'
import type { TaskReading } from './tables/task_reading.gen.ts'
import type { TaskSeen } from './tables/task_seen.gen.ts'
import type { TaskViewer } from './tables/task_viewer.gen.ts'
import type { Tenant } from './tables/tenant.gen.ts'
import type { TenantMember } from './tables/tenant_member.gen.ts'
import type { TestMail } from './tables/test_mail.gen.ts'
import type { UploadPiece } from './tables/upload_piece.gen.ts'
import type { UserAuthorization } from './tables/user_authorization.gen.ts'
import type { UserGroup } from './tables/user_group.gen.ts'
import type { UserProfile } from './tables/user_profile.gen.ts'
import type { UserRole } from './tables/user_role.gen.ts'
import type { UserTheme } from './tables/user_theme.gen.ts'
import type { Variable } from './tables/variable.gen.ts'
import type { Workplace } from './tables/workplace.gen.ts'
/**
 * This file was generated by kysely-codegen.
 * Please do not edit it manually.
 */

import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Absence {
  created_at: Timestamp;
  created_by: string | null;
  from_at: Timestamp;
  id: string;
  note: string | null;
  process_keys: string[] | null;
  substitute_id: string | null;
  until_at: Timestamp;
  updated_at: Timestamp;
  updated_by: string | null;
  user_id: string;
  workplace_id: string;
}

export interface ApiToken {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  expires_at: Timestamp;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  process_keys: string[] | null;
  scopes: string[];
  token_hash: Buffer;
  topics: string[] | null;
  user_id: string;
  workplace_id: string;
}

export interface AppDecision {
  application_id: string;
  created_at: Timestamp;
  created_by: string | null;
  decision_key: string;
  decision_keys: string[];
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  is_disabled: Generated<boolean>;
  name: string;
  name_key: Generated<string | null>;
  revision: Generated<number>;
  updated_at: Timestamp;
  updated_by: string | null;
  version: Generated<number>;
  workplace_id: string;
}

export interface AppDecisionVersion {
  decision_id: string;
  design_xml: string;
  note: string | null;
  restored_from: number | null;
  saved_at: Timestamp;
  saved_by: string | null;
  version: number;
  workplace_id: string;
}

export interface Application {
  category_id: string | null;
  created_at: Timestamp;
  created_by: string | null;
  description: string | null;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  is_disabled: Generated<boolean>;
  key: string;
  name: string;
  name_key: Generated<string | null>;
  revision: Generated<number>;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}

export interface ApplicationVersion {
  application_id: string;
  deployed_at: Timestamp;
  deployed_by: string | null;
  deployment_id: string | null;
  failed_tests: string | null;
  note: string | null;
  override_reason: string | null;
  restored_from: number | null;
  undeployed_at: Timestamp | null;
  undeployed_by: string | null;
  version: number;
  workplace_id: string;
}

export interface ApplicationVersionPart {
  application_id: string;
  key: string;
  kind: string;
  name: string;
  part_id: string;
  part_version: number;
  version: number;
  workplace_id: string;
}

export interface AppProcess {
  application_id: string;
  category_id: string | null;
  created_at: Timestamp;
  created_by: string | null;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  documentation: string | null;
  icon: string | null;
  id: string;
  is_disabled: Generated<boolean>;
  name: string;
  name_key: Generated<string | null>;
  process_key: string;
  revision: Generated<number>;
  starter_groups: string | null;
  starter_users: string | null;
  updated_at: Timestamp;
  updated_by: string | null;
  version: Generated<number>;
  workplace_id: string;
}

export interface AppProcessTest {
  created_at: Timestamp;
  created_by: string | null;
  expected: string;
  id: string;
  name: string;
  process_id: string;
  revision: Generated<number>;
  steps: string;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}

export interface AppProcessVersion {
  design_xml: string;
  note: string | null;
  process_id: string;
  restored_from: number | null;
  saved_at: Timestamp;
  saved_by: string | null;
  version: number;
  workplace_id: string;
}

export interface AppUser {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  disabled_reason: string | null;
  display_key: Generated<string>;
  email: string | null;
  email_key: Generated<string | null>;
  first_name: string | null;
  id: string;
  last_login_at: Timestamp | null;
  last_name: string | null;
  locked_until: Timestamp | null;
  manager_id: string | null;
  must_change_password: Generated<boolean>;
  password_hash: string | null;
  status: Generated<string>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  username: string;
  username_key: Generated<string>;
  workplace_id: string;
}

export interface AuditCounter {
  at: Timestamp;
  number: ColumnType<number, number | bigint | string, number | bigint | string>;
  transaction_id: ColumnType<number, number | bigint | string, number | bigint | string>;
  workplace_id: string;
}

export interface AuditEntry {
  after: Json | null;
  at: Timestamp;
  before: Json | null;
  entity: string;
  id: string;
  key: string;
  operation: string;
  revision: ColumnType<number, number | bigint | string, number | bigint | string>;
  workplace_id: string;
}

export interface AuditRevision {
  at: Timestamp;
  cause: string | null;
  number: ColumnType<number, number | bigint | string, number | bigint | string>;
  transaction_id: ColumnType<number, number | bigint | string, number | bigint | string>;
  user_id: string | null;
  workplace_id: string;
}

export interface BusinessCalendar {
  changed_at: Timestamp;
  changed_by: string | null;
  holidays: string[];
  hours: Json;
  name: string;
  workplace_id: string;
  zone: string;
}

export interface Category {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  description: Generated<string>;
  groups: Generated<string[]>;
  icon: string | null;
  id: string;
  name: string;
  parent_id: string | null;
  position: Generated<number>;
  revision: Generated<number>;
  roles: Generated<string[]>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  workplace_id: string;
}

export interface CommentMention {
  comment_id: string;
  created_at: Timestamp;
  mentioned_by: string | null;
  told_at: Timestamp | null;
  user_id: string;
  workplace_id: string;
}

export interface CustomView {
  alias_name: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: string;
  kind: string;
  workplace_id: string;
}

export interface DashboardLayout {
  cards: string[];
  hidden: string[];
  user_id: string;
  workplace_id: string;
}

export interface DataList {
  columns: Json;
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  is_disabled: Generated<boolean>;
  key: string;
  name: string;
  name_key: Generated<string | null>;
  next_slot: number;
  revision: Generated<number>;
  row_count: Generated<number>;
  updated_at: Timestamp;
  updated_by: string | null;
  version: Generated<number>;
  workplace_id: string;
}

export interface DataListRow {
  all_text: Generated<string | null>;
  cells: string[];
  data_list_id: string;
  id: string;
  key_1: Generated<string | null>;
  key_2: Generated<string | null>;
  key_3: Generated<string | null>;
  key_4: Generated<string | null>;
  place: string;
  since: number;
  until: number | null;
  workplace_id: string;
}

export interface DataListVersion {
  added: number;
  changed: number;
  columns: Json;
  data_list_id: string;
  removed: number;
  restored_from: number | null;
  row_count: number;
  saved_at: Timestamp;
  saved_by: string | null;
  source: string | null;
  version: number;
  workplace_id: string;
}

export interface DecisionDefinition {
  category: string | null;
  deployment_id: string;
  has_left: Generated<boolean>;
  history_time_to_live: number | null;
  id: string;
  key: string;
  name: string | null;
  requirements_id: string | null;
  requirements_key: string | null;
  resource_name: string;
  tenant_id: string | null;
  version: number;
  version_tag: string | null;
  workplace_id: string;
}

export interface DecisionRequirements {
  category: string | null;
  deployment_id: string;
  id: string;
  key: string;
  name: string | null;
  resource_name: string;
  tenant_id: string | null;
  version: number;
  workplace_id: string;
}

export interface Deployment {
  deployed_at: Timestamp;
  deployed_by: string | null;
  id: string;
  name: string | null;
  name_key: Generated<string | null>;
  source: string | null;
  tenant_id: string | null;
  workplace_id: string;
}

export interface DeploymentResource {
  bytes: Buffer;
  deployment_id: string;
  id: string;
  name: string;
  workplace_id: string;
}

export interface DesignAutoSave {
  design_id: string;
  design_text: string;
  saved_at: Timestamp;
  user_id: string;
  version: number;
  workplace_id: string;
}

export interface DesignLock {
  design_id: string;
  since: Timestamp;
  token: string;
  until: Timestamp;
  username: string;
  workplace_id: string;
}

export interface Element {
  data: Json | null;
  element_key: string;
  execution_id: string;
  flow_key: string | null;
  id: string;
  instance_id: string;
  loop: string | null;
  open_children: number;
  parent_id: string;
  root_id: string;
  started_at: Timestamp;
  state: string;
  token_id: string;
  workplace_id: string;
}

export interface EmailTemplate {
  created_at: Timestamp;
  created_by: string | null;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  html: string;
  id: string;
  is_disabled: Generated<boolean>;
  missing_values: string;
  name: string;
  name_key: Generated<string | null>;
  revision: Generated<number>;
  subject: string;
  updated_at: Timestamp;
  updated_by: string | null;
  variables: string[];
  workplace_id: string;
}

export interface ExternalAdapter {
  api_id: string;
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  key: string;
  kind: string;
  name: string;
  revision: Generated<number>;
  settings: Json;
  system_id: string;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}

export interface ExternalApi {
  connection_id: string;
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  name: string;
  revision: Generated<number>;
  system_id: string;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}

export interface ExternalConnection {
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  kind: string;
  name: string;
  revision: Generated<number>;
  sealed: Buffer | null;
  settings: Json;
  system_id: string;
  test_fault: string | null;
  test_ms: number | null;
  tested_at: Timestamp | null;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}

export interface ExternalSystem {
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  id: string;
  is_disabled: Generated<boolean>;
  name: string;
  name_key: Generated<string | null>;
  revision: Generated<number>;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}

export interface ExternalTask {
  created_at: Timestamp;
  definition_id: string;
  element_id: string;
  element_key: string;
  error_details: string | null;
  error_message: string | null;
  execution_id: string;
  id: string;
  instance_id: string;
  is_suspended: boolean;
  locked_until: Timestamp | null;
  priority: ColumnType<number, number | bigint | string, number | bigint | string>;
  retries: number | null;
  root_id: string;
  tenant_id: string | null;
  topic: string;
  worker_id: string | null;
  workplace_id: string;
}

export interface Form {
  application_id: string | null;
  created_at: Timestamp;
  created_by: string | null;
  disabled_at: Timestamp | null;
  disabled_by: string | null;
  disabled_reason: string | null;
  form_key: string | null;
  id: string;
  is_disabled: Generated<boolean>;
  is_template: Generated<boolean>;
  labels: Generated<string>;
  name: string;
  name_key: Generated<string | null>;
  revision: Generated<number>;
  updated_at: Timestamp;
  updated_by: string | null;
  version: Generated<number>;
  workplace_id: string;
}

export interface FormDraft {
  basis: string | null;
  definition_id: string | null;
  entries: string;
  file_ids: string[];
  form_hash: string;
  form_key: string | null;
  id: Generated<string>;
  kind: string;
  name: Generated<string>;
  process_key: string | null;
  process_name: Generated<string>;
  revision: number;
  saved_at: Timestamp;
  subject: string;
  task_key: string | null;
  tenant_id: string | null;
  title: string | null;
  user_id: string;
  workplace_id: string;
  writer: string;
}

export interface FormLink {
  created_at: Timestamp;
  created_by: string;
  ended_at: Timestamp | null;
  ended_by: string | null;
  expires_at: Timestamp | null;
  has_captcha: boolean;
  id: string;
  is_ended: Generated<boolean>;
  is_once: boolean;
  is_used: Generated<boolean>;
  may_save: Generated<boolean>;
  name: string;
  name_key: Generated<string>;
  onwards: string | null;
  process_key: string;
  recipient: string | null;
  sites: string[];
  task_id: string | null;
  tenant_id: string | null;
  thanks: string | null;
  token_hash: Buffer;
  used_at: Timestamp | null;
  uses: Generated<number>;
  workplace_id: string;
}

export interface FormReceipt {
  id: string;
  instance_id: string;
  link_id: string;
  once_of: string | null;
  reference: string;
  saved_id: string | null;
  sent_at: Timestamp;
  workplace_id: string;
}

export interface FormVersion {
  designer_json: string;
  form_id: string;
  note: string | null;
  rendered_json: string;
  restored_from: number | null;
  saved_at: Timestamp;
  saved_by: string | null;
  version: number;
  workplace_id: string;
}

export interface GlobalProperty {
  created_at: Timestamp;
  created_by: string | null;
  description: Generated<string>;
  handle: string | null;
  id: string;
  is_secret: Generated<boolean>;
  key: string;
  key_key: Generated<string | null>;
  name: string;
  name_key: Generated<string | null>;
  revision: Generated<number>;
  sealed: Buffer | null;
  type: string;
  updated_at: Timestamp;
  updated_by: string | null;
  value: string | null;
  workplace_id: string;
}

export interface GroupMember {
  group_id: string;
  user_id: string;
  workplace_id: string;
}

export interface HistoryElement {
  assignee: string | null;
  called_instance_id: string | null;
  definition_id: string;
  element_key: string;
  ended_at: Timestamp;
  ends_path: boolean;
  execution_id: string;
  flow_key: string | null;
  id: string;
  instance_id: string;
  is_cancelled: boolean;
  loop: string | null;
  parent_id: string;
  root_id: string;
  started_at: Timestamp;
  task_id: string | null;
  workplace_id: string;
}

export interface HistoryFact {
  at: Timestamp;
  data: Json;
  element_id: string | null;
  id: string;
  instance_id: string;
  kind: string;
  operation_id: string | null;
  subject_id: string | null;
  user_id: string | null;
  workplace_id: string;
}

export interface HistoryInstance {
  business_key: string | null;
  caller_instance_id: string | null;
  definition_id: string;
  end_element_key: string | null;
  ended_at: Timestamp;
  ended_by: string | null;
  id: string;
  outcome: string;
  reason: string | null;
  root_id: string;
  start_element_key: string | null;
  start_user_id: string | null;
  started_at: Timestamp;
  tenant_id: string | null;
  title: string | null;
  workplace_id: string;
}

export interface HistoryTask {
  assignee: string | null;
  candidate_groups: string[] | null;
  candidate_users: string[] | null;
  created_at: Timestamp;
  definition_id: string;
  description: string | null;
  due_at: Timestamp | null;
  element_id: string;
  ended_at: Timestamp;
  ended_by: string | null;
  execution_id: string;
  follow_up_at: Timestamp | null;
  id: string;
  instance_id: string;
  name: string | null;
  owner: string | null;
  priority: number;
  reason: string;
  root_id: string;
  task_key: string;
  tenant_id: string | null;
  title: string | null;
  workplace_id: string;
}

export interface HistoryVariable {
  at: Timestamp;
  bytes: Buffer | null;
  element_id: string | null;
  id: string;
  info: Json | null;
  instance_id: string;
  is_removed: boolean;
  name: string;
  operation_id: string | null;
  revision: number;
  scope_id: string;
  type: string;
  value: string | null;
  variable_id: string;
  workplace_id: string;
}

export interface IdempotencyKey {
  answer: Buffer | null;
  created_at: Timestamp;
  has_effect: Generated<boolean>;
  held_until: Timestamp;
  holder: string;
  key: string;
  request: Buffer;
  user_id: string;
  workplace_id: string;
}

export interface Incident {
  annotation: string | null;
  cause_id: string;
  created_at: Timestamp;
  definition_id: string | null;
  detail: Json | null;
  element_id: string | null;
  element_key: string | null;
  id: string;
  instance_id: string | null;
  message: string | null;
  root_cause_id: string;
  root_id: string;
  source_id: string | null;
  tenant_id: string | null;
  type: string;
  workplace_id: string;
}

export interface Instance {
  business_key: string | null;
  caller_element_id: string | null;
  caller_instance_id: string | null;
  definition_id: string;
  id: string;
  is_suspended: boolean;
  open_children: number;
  revision: Generated<number>;
  root_id: string;
  start_element_key: string | null;
  start_user_id: string | null;
  started_at: Timestamp;
  tenant_id: string | null;
  title: string | null;
  workplace_id: string;
}

export interface InstanceListed {
  business_key: string | null;
  definition_id: string | null;
  ended_at: Timestamp | null;
  instance_id: string | null;
  is_cancelled: boolean | null;
  process_key: string | null;
  process_name: string | null;
  started_at: Timestamp | null;
  title_key: string | null;
  workplace_id: string | null;
}

export interface InstanceListing {
  business_key: string | null;
  definition_id: string;
  ended_at: Timestamp;
  instance_id: string;
  is_cancelled: boolean;
  is_filed: Generated<boolean>;
  process_key: string | null;
  process_name: string;
  reader: string;
  started_at: Timestamp;
  title_key: string;
  workplace_id: string;
}

export interface InstanceReader {
  instance_id: string | null;
  reader: string | null;
  root_id: string | null;
  workplace_id: string | null;
}

export interface JavaBinding {
  changed_at: Timestamp;
  changed_by: string | null;
  kind: string;
  language: string | null;
  name: string;
  text: string;
  workplace_id: string;
}

export interface Job {
  attempts: Generated<number>;
  created_at: Timestamp;
  data: Json | null;
  definition_id: string | null;
  due_at: Timestamp | null;
  element_id: string | null;
  element_key: string | null;
  error: string | null;
  free_at: Generated<Timestamp>;
  id: string;
  instance_id: string | null;
  is_exclusive: boolean;
  is_suspended: boolean;
  kind: string;
  locked_by: string | null;
  locked_until: Timestamp | null;
  output: Json | null;
  priority: ColumnType<number, number | bigint | string, number | bigint | string>;
  retries: number;
  root_id: string;
  tenant_id: string | null;
  workplace_id: string;
}

export interface JobDefinition {
  configuration: string;
  definition_id: string;
  element_key: string;
  id: string;
  is_body: boolean;
  is_inner: boolean;
  is_suspended: Generated<boolean>;
  kind: string;
  priority: ColumnType<number, number | bigint | string, number | bigint | string> | null;
  type: string;
  workplace_id: string;
}

export interface KnownOrigin {
  last_seen_at: Timestamp;
  origin: Buffer;
  user_id: string;
  workplace_id: string;
}

export interface ListView {
  columns: string;
  created_at: Timestamp;
  created_by: string | null;
  groups: Generated<string[]>;
  id: string;
  list: string;
  name: string;
  owner_id: string | null;
  revision: Generated<number>;
  roles: Generated<string[]>;
  search: string;
  sharing: string;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}

export interface Migration {
  applied_at: Generated<Timestamp>;
  checksum: string;
  name: string;
  number: number;
}

export interface Notice {
  answered_at: Timestamp | null;
  comment_id: string | null;
  created_at: Timestamp;
  due_at: Timestamp | null;
  id: string;
  instance_id: string | null;
  is_read: Generated<boolean>;
  is_shown: boolean;
  kind: string;
  mail_at: Timestamp | null;
  mail_error: string | null;
  mail_id: string | null;
  mailed_at: Timestamp | null;
  outcome: string | null;
  read_at: Timestamp | null;
  task_id: string | null;
  told_by: string | null;
  user_id: string;
  workplace_id: string;
}

export interface NoticeSetting {
  by_mail: string[];
  has_answers: boolean;
  hour: number;
  in_product: string[];
  is_daily: boolean;
  time_zone: string;
  user_id: string;
  workplace_id: string;
}

export interface NoticeWatch {
  looked_until: Timestamp;
  workplace_id: string;
}

export interface ObjectRemoval {
  due_at: Timestamp;
  is_claimed: Generated<boolean>;
  object_key: string;
  tries: Generated<number>;
}

export interface PreferredView {
  list: string;
  user_id: string;
  view_id: string;
  workplace_id: string;
}

export interface ProcessCategory {
  category_id: string | null;
  is_from_model: Generated<boolean>;
  process_key: string;
  workplace_id: string;
}

export interface ProcessDefinition {
  category: string | null;
  deployment_id: string;
  description: string | null;
  has_none_start: boolean;
  history_time_to_live: number | null;
  icon: string | null;
  id: string;
  is_startable: boolean;
  is_suspended: Generated<boolean>;
  key: string;
  name: string | null;
  resource_name: string;
  start_form_key: string | null;
  starter_groups: Generated<string[]>;
  starter_users: Generated<string[]>;
  tenant_id: string | null;
  version: number;
  version_tag: string | null;
  workplace_id: string;
}

export interface ProcessElement {
  definition_id: string;
  element_key: string;
  name: string | null;
  type: string;
  workplace_id: string;
}

export interface ProcessFavourite {
  added_at: Generated<Timestamp>;
  process_key: string;
  username: string;
  workplace_id: string;
}

export interface ProcessIcon {
  changed_at: Timestamp;
  changed_by: string;
  icon: string;
  process_key: string;
  workplace_id: string;
}

export interface RoleDashboard {
  cards: string[];
  hidden: string[];
  role: string;
  workplace_id: string;
}

export interface Root {
  business_key: string | null;
  caller_element_id: string | null;
  caller_instance_id: string | null;
  definition_id: string;
  id: string;
  is_suspended: boolean;
  open_children: number;
  revision: Generated<number>;
  root_id: string;
  start_element_key: string | null;
  start_user_id: string | null;
  started_at: Timestamp;
  tenant_id: string | null;
  title: string | null;
  workplace_id: string;
}

export interface SavedForm {
  basis: string | null;
  entries: string | null;
  expires_at: Timestamp;
  form_hash: string;
  id: string;
  link_id: string;
  saved_at: Timestamp;
  token_hash: Buffer;
  used_at: Timestamp | null;
  workplace_id: string;
}

export interface SearchWord {
  kind: string;
  thing_id: string;
  word: string;
  workplace_id: string;
}

export interface Session {
  access_expires_at: Timestamp;
  access_hash: Buffer;
  address: string | null;
  created_at: Timestamp;
  id: string;
  idle_seconds: number;
  last_seen_at: Timestamp;
  refresh_hash: Buffer;
  refreshed_at: Timestamp;
  user_agent: string | null;
  user_id: string;
  workplace_id: string;
}

export interface SessionSpentRefresh {
  refresh_hash: Buffer;
  session_id: string;
  spent_at: Timestamp;
  workplace_id: string;
}

export interface Setting {
  key: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  value: Json;
  workplace_id: string;
}

export interface SignInTry {
  account: Buffer | null;
  count: number;
  ends_at: Timestamp;
  key: Buffer;
}

export interface SitePicture {
  bytes: Buffer;
  content_type: string;
  digest: string;
  kind: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  workplace_id: string;
}

export interface SiteTheme {
  fixed_footer: Generated<boolean>;
  menu_on_top: Generated<boolean>;
  product_name: string | null;
  theme_code: Generated<string>;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  workplace_id: string;
}

export interface SpentCaptcha {
  digest: Buffer;
  expires_at: Timestamp;
  workplace_id: string;
}

export interface SsoIdentity {
  is_open: Generated<boolean>;
  issuer: string;
  subject: string;
  user_id: string;
  workplace_id: string;
}

export interface SsoSession {
  id_token: Buffer;
  is_chosen: boolean;
  issuer: string;
  provider_session: string | null;
  session_id: string;
  subject: string;
  workplace_id: string;
}

export interface StoredFile {
  bytes: Buffer | null;
  id: string;
  instance_id: string | null;
  kept_in: Generated<string>;
  name: string;
  size: number;
  type: string;
  uploaded_at: Timestamp;
  uploaded_by: string;
  variable: string | null;
  workplace_id: string;
}

export interface Subscription {
  created_at: Timestamp;
  data: Json | null;
  definition_id: string | null;
  element_id: string | null;
  element_key: string;
  execution_id: string | null;
  id: string;
  instance_id: string | null;
  kind: string;
  name: string | null;
  root_id: string;
  tenant_id: string | null;
  workplace_id: string;
}

export interface SystemTemplate {
  failed_at: Timestamp | null;
  fault: string | null;
  html: string | null;
  language: string;
  mail: string;
  revision: number;
  subject: string | null;
  updated_at: Timestamp;
  updated_by: string | null;
  workplace_id: string;
}

export interface Task {
  assignee: string | null;
  candidate_groups: string[];
  candidate_users: string[];
  category: string | null;
  created_at: Timestamp;
  definition_id: string | null;
  delegation: string | null;
  description: string | null;
  due_at: Timestamp | null;
  element_id: string;
  execution_id: string | null;
  follow_up_at: Timestamp | null;
  form_key: string | null;
  id: string;
  instance_id: string | null;
  is_suspended: boolean;
  name: string | null;
  owner: string | null;
  parent_task_id: string | null;
  priority: number;
  root_id: string;
  task_key: string | null;
  tenant_id: string | null;
  title: string | null;
  updated_at: Timestamp | null;
  workplace_id: string;
}

export interface TaskAttachment {
  bytes: Buffer | null;
  created_at: Timestamp;
  description: string | null;
  file_id: string | null;
  id: string;
  instance_id: string | null;
  name: string | null;
  root_id: string | null;
  task_id: string | null;
  type: string | null;
  url: string | null;
  user_id: string | null;
  workplace_id: string;
}

export interface TaskBatch {
  created_at: Timestamp;
  deed: string;
  done: Generated<number>;
  ended_at: Timestamp | null;
  failed: Generated<number>;
  id: string;
  state: string;
  total: number;
  user_id: string;
  workplace_id: string;
}

export interface TaskBatchItem {
  batch_id: string;
  code: string | null;
  message: string | null;
  name: string;
  position: number;
  state: string;
  task_id: string;
  workplace_id: string;
}

export interface TaskComment {
  created_at: Timestamp;
  edited_at: Timestamp | null;
  id: string;
  instance_id: string | null;
  message: string;
  root_id: string | null;
  task_id: string | null;
  user_id: string | null;
  workplace_id: string;
}

export interface TaskLink {
  group_id: string | null;
  task_id: string;
  type: string;
  user_id: string | null;
  workplace_id: string;
}

export interface TaskListed {
  assignee: string | null;
  candidate_groups: string[] | null;
  candidate_users: string[] | null;
  due_at: Timestamp | null;
  follow_up_at: Timestamp | null;
  instance_id: string | null;
  name_key: string | null;
  owner: string | null;
  priority: number | null;
  process_key: string | null;
  process_name: string | null;
  root_id: string | null;
  task_id: string | null;
  workplace_id: string | null;
}

export interface TaskListing {
  due_at: Timestamp;
  follow_up_at: Timestamp | null;
  instance_id: string | null;
  name_key: string;
  priority: number;
  process_key: string | null;
  process_name: string;
  reader: string;
  root_id: string;
  task_id: string;
  workplace_id: string;
}

export interface TaskReading {
  due_at: Timestamp | null;
  follow_up_at: Timestamp | null;
  instance_id: string | null;
  name_key: string | null;
  priority: number | null;
  process_key: string | null;
  process_name: string | null;
  reader: string | null;
  root_id: string | null;
  task_id: string | null;
  workplace_id: string | null;
}

export interface TaskSeen {
  seen_at: Timestamp;
  user_id: string;
  workplace_id: string;
}

export interface TaskViewer {
  seen_at: Timestamp;
  stream_id: string;
  task_id: string;
  username: string;
  workplace_id: string;
}

export interface Tenant {
  id: string;
  name: string | null;
  workplace_id: string;
}

export interface TenantMember {
  group_id: string | null;
  tenant_id: string;
  user_id: string | null;
  workplace_id: string;
}

export interface TestMail {
  created_at: Timestamp;
  created_by: string | null;
  error: string | null;
  filling: Json | null;
  html: string;
  id: string;
  is_secret: Generated<boolean>;
  plain_text: string;
  recipient: string;
  state: string;
  subject: string;
  system_mail: string | null;
  template_id: string | null;
  workplace_id: string;
}

export interface UploadPiece {
  at: Timestamp;
  bytes: Buffer;
  number: number;
  upload_id: string;
  workplace_id: string;
}

export interface UserAuthorization {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  group_id: string | null;
  id: string;
  permissions: string[];
  resource_id: string | null;
  resource_type: number;
  type: number;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  user_id: string | null;
  workplace_id: string;
}

export interface UserGroup {
  created_at: Generated<Timestamp>;
  created_by: string | null;
  description: string | null;
  id: string;
  key: string;
  name: string;
  type: string | null;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  workplace_id: string;
}

export interface UserProfile {
  auto_save_interval: number | null;
  customer_reference: string | null;
  language: string | null;
  organisation_reference: string | null;
  theme_code: string | null;
  updated_at: Generated<Timestamp>;
  user_id: string;
  workplace_id: string;
}

export interface UserRole {
  role: string;
  user_id: string;
  workplace_id: string;
}

export interface UserTheme {
  code: string;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  id: string;
  name: string;
  updated_at: Generated<Timestamp>;
  updated_by: string | null;
  variables: Json;
  workplace_id: string;
}

export interface Variable {
  bytes: Buffer | null;
  created_at: Timestamp;
  id: string;
  info: Json | null;
  instance_id: string;
  name: string;
  number: number | null;
  revision: number;
  root_id: string;
  scope_id: string;
  text_key: Generated<string | null>;
  type: string;
  value: string | null;
  workplace_id: string;
}

export interface Workplace {
  created_at: Generated<Timestamp>;
  exported_at: Timestamp | null;
  is_default: Generated<boolean>;
  name: string;
  reference: string;
  suspended_at: Timestamp | null;
  workplace_id: string;
}

export interface DB {
  absence: Absence;
  api_token: ApiToken;
  app_decision: AppDecision;
  app_decision_version: AppDecisionVersion;
  app_process: AppProcess;
  app_process_test: AppProcessTest;
  app_process_version: AppProcessVersion;
  app_user: AppUser;
  application: Application;
  application_version: ApplicationVersion;
  application_version_part: ApplicationVersionPart;
  audit_counter: AuditCounter;
  audit_entry: AuditEntry;
  audit_revision: AuditRevision;
  business_calendar: BusinessCalendar;
  category: Category;
  comment_mention: CommentMention;
  custom_view: CustomView;
  dashboard_layout: DashboardLayout;
  data_list: DataList;
  data_list_row: DataListRow;
  data_list_version: DataListVersion;
  decision_definition: DecisionDefinition;
  decision_requirements: DecisionRequirements;
  deployment: Deployment;
  deployment_resource: DeploymentResource;
  design_auto_save: DesignAutoSave;
  design_lock: DesignLock;
  element: Element;
  email_template: EmailTemplate;
  external_adapter: ExternalAdapter;
  external_api: ExternalApi;
  external_connection: ExternalConnection;
  external_system: ExternalSystem;
  external_task: ExternalTask;
  form: Form;
  form_draft: FormDraft;
  form_link: FormLink;
  form_receipt: FormReceipt;
  form_version: FormVersion;
  global_property: GlobalProperty;
  group_member: GroupMember;
  history_element: HistoryElement;
  history_fact: HistoryFact;
  history_instance: HistoryInstance;
  history_task: HistoryTask;
  history_variable: HistoryVariable;
  idempotency_key: IdempotencyKey;
  incident: Incident;
  instance: Instance;
  instance_listed: InstanceListed;
  instance_listing: InstanceListing;
  instance_reader: InstanceReader;
  java_binding: JavaBinding;
  job: Job;
  job_definition: JobDefinition;
  known_origin: KnownOrigin;
  list_view: ListView;
  migration: Migration;
  notice: Notice;
  notice_setting: NoticeSetting;
  notice_watch: NoticeWatch;
  object_removal: ObjectRemoval;
  preferred_view: PreferredView;
  process_category: ProcessCategory;
  process_definition: ProcessDefinition;
  process_element: ProcessElement;
  process_favourite: ProcessFavourite;
  process_icon: ProcessIcon;
  role_dashboard: RoleDashboard;
  root: Root;
  saved_form: SavedForm;
  search_word: SearchWord;
  session: Session;
  session_spent_refresh: SessionSpentRefresh;
  setting: Setting;
  sign_in_try: SignInTry;
  site_picture: SitePicture;
  site_theme: SiteTheme;
  spent_captcha: SpentCaptcha;
  sso_identity: SsoIdentity;
  sso_session: SsoSession;
  stored_file: StoredFile;
  subscription: Subscription;
  system_template: SystemTemplate;
  task: Task;
  task_attachment: TaskAttachment;
  task_batch: TaskBatch;
  task_batch_item: TaskBatchItem;
  task_comment: TaskComment;
  task_link: TaskLink;
  task_listed: TaskListed;
  task_listing: TaskListing;
  task_reading: TaskReading;
  task_seen: TaskSeen;
  task_viewer: TaskViewer;
  tenant: Tenant;
  tenant_member: TenantMember;
  test_mail: TestMail;
  upload_piece: UploadPiece;
  user_authorization: UserAuthorization;
  user_group: UserGroup;
  user_profile: UserProfile;
  user_role: UserRole;
  user_theme: UserTheme;
  variable: Variable;
  workplace: Workplace;
}
