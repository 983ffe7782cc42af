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
import type { AuditErasure } from './tables/audit_erasure.gen.ts'
import type { AuditRevision } from './tables/audit_revision.gen.ts'
import type { AuditStub } from './tables/audit_stub.gen.ts'
import type { BackupRun } from './tables/backup_run.gen.ts'
import type { Batch } from './tables/batch.gen.ts'
import type { BatchItem } from './tables/batch_item.gen.ts'
import type { BusinessCalendar } from './tables/business_calendar.gen.ts'
import type { Category } from './tables/category.gen.ts'
import type { CellIdentity } from './tables/cell_identity.gen.ts'
import type { CommentMention } from './tables/comment_mention.gen.ts'
import type { DailyFigure } from './tables/daily_figure.gen.ts'
import type { DailySize } from './tables/daily_size.gen.ts'
import type { DashboardLayout } from './tables/dashboard_layout.gen.ts'
import type { DataList } from './tables/data_list.gen.ts'
import type { DataListFeed } from './tables/data_list_feed.gen.ts'
import type { DataListFeedRun } from './tables/data_list_feed_run.gen.ts'
import type { DataListRow } from './tables/data_list_row.gen.ts'
import type { DataListVersion } from './tables/data_list_version.gen.ts'
import type { DecisionDefinition } from './tables/decision_definition.gen.ts'
import type { DecisionRequirements } from './tables/decision_requirements.gen.ts'
import type { Deployment } from './tables/deployment.gen.ts'
import type { DeploymentResource } from './tables/deployment_resource.gen.ts'
import type { DesignAutoSave } from './tables/design_auto_save.gen.ts'
import type { DesignLock } from './tables/design_lock.gen.ts'
import type { Directory } from './tables/directory.gen.ts'
import type { DirectoryMember } from './tables/directory_member.gen.ts'
import type { DirectoryRun } from './tables/directory_run.gen.ts'
import type { DirectoryRunRow } from './tables/directory_run_row.gen.ts'
import type { DirectoryUser } from './tables/directory_user.gen.ts'
import type { EarlierPassword } from './tables/earlier_password.gen.ts'
import type { Element } from './tables/element.gen.ts'
import type { EmailTemplate } from './tables/email_template.gen.ts'
import type { EmergencySignIn } from './tables/emergency_sign_in.gen.ts'
import type { ExternalAdapter } from './tables/external_adapter.gen.ts'
import type { ExternalApi } from './tables/external_api.gen.ts'
import type { ExternalCall } from './tables/external_call.gen.ts'
import type { ExternalConnection } from './tables/external_connection.gen.ts'
import type { ExternalConnectionState } from './tables/external_connection_state.gen.ts'
import type { ExternalDelivery } from './tables/external_delivery.gen.ts'
import type { ExternalListener } from './tables/external_listener.gen.ts'
import type { ExternalListenerState } from './tables/external_listener_state.gen.ts'
import type { ExternalSystem } from './tables/external_system.gen.ts'
import type { ExternalTask } from './tables/external_task.gen.ts'
import type { ExternalTopicPosition } from './tables/external_topic_position.gen.ts'
import type { Form } from './tables/form.gen.ts'
import type { FormDraft } from './tables/form_draft.gen.ts'
import type { FormerDefinition } from './tables/former_definition.gen.ts'
import type { FormLink } from './tables/form_link.gen.ts'
import type { FormReceipt } from './tables/form_receipt.gen.ts'
import type { FormVersion } from './tables/form_version.gen.ts'
import type { GivenTaskId } from './tables/given_task_id.gen.ts'
import type { GlobalProperty } from './tables/global_property.gen.ts'
import type { GroupMember } from './tables/group_member.gen.ts'
import type { GroupMembership } from './tables/group_membership.gen.ts'
import type { GroupReach } from './tables/group_reach.gen.ts'
import type { GroupRole } from './tables/group_role.gen.ts'
import type { HeldRole } from './tables/held_role.gen.ts'
import type { Hierarchy } from './tables/hierarchy.gen.ts'
import type { HierarchyNode } from './tables/hierarchy_node.gen.ts'
import type { HistoryCleanup } from './tables/history_cleanup.gen.ts'
import type { HistoryElement } from './tables/history_element.gen.ts'
import type { HistoryFact } from './tables/history_fact.gen.ts'
import type { HistoryInstance } from './tables/history_instance.gen.ts'
import type { HistoryTask } from './tables/history_task.gen.ts'
import type { HistoryVariable } from './tables/history_variable.gen.ts'
import type { IdempotencyKey } from './tables/idempotency_key.gen.ts'
import type { Incident } from './tables/incident.gen.ts'
import type { IncidentAlert } from './tables/incident_alert.gen.ts'
import type { IncidentAlertMark } from './tables/incident_alert_mark.gen.ts'
import type { IncidentGroup } from './tables/incident_group.gen.ts'
import type { IncidentGroupChange } from './tables/incident_group_change.gen.ts'
import type { IncidentNews } from './tables/incident_news.gen.ts'
import type { Instance } from './tables/instance.gen.ts'
import type { InstanceListed } from './tables/instance_listed.gen.ts'
import type { InstanceListing } from './tables/instance_listing.gen.ts'
import type { InstanceReader } from './tables/instance_reader.gen.ts'
import type { InstanceUndo } from './tables/instance_undo.gen.ts'
import type { JavaBinding } from './tables/java_binding.gen.ts'
import type { Job } from './tables/job.gen.ts'
import type { JobDefinition } from './tables/job_definition.gen.ts'
import type { KnownOrigin } from './tables/known_origin.gen.ts'
import type { Licence } from './tables/licence.gen.ts'
import type { ListView } from './tables/list_view.gen.ts'
import type { Migration } from './tables/migration.gen.ts'
import type { MovedItem } from './tables/moved_item.gen.ts'
import type { MoveIn } from './tables/move_in.gen.ts'
import type { Notice } from './tables/notice.gen.ts'
import type { NoticeSetting } from './tables/notice_setting.gen.ts'
import type { NoticeWatch } from './tables/notice_watch.gen.ts'
import type { ObjectRemoval } from './tables/object_removal.gen.ts'
import type { OperationAnnotation } from './tables/operation_annotation.gen.ts'
import type { OperationLog } from './tables/operation_log.gen.ts'
import type { OwnEmail } from './tables/own_email.gen.ts'
import type { OwnRole } from './tables/own_role.gen.ts'
import type { PackageExport } from './tables/package_export.gen.ts'
import type { PackageImport } from './tables/package_import.gen.ts'
import type { PackageImportItem } from './tables/package_import_item.gen.ts'
import type { PackageKey } from './tables/package_key.gen.ts'
import type { PackageSource } from './tables/package_source.gen.ts'
import type { PasswordLink } from './tables/password_link.gen.ts'
import type { PreferredView } from './tables/preferred_view.gen.ts'
import type { ProcessCategory } from './tables/process_category.gen.ts'
import type { ProcessDefinition } from './tables/process_definition.gen.ts'
import type { ProcessElement } from './tables/process_element.gen.ts'
import type { ProcessFavourite } from './tables/process_favourite.gen.ts'
import type { ProcessIcon } from './tables/process_icon.gen.ts'
import type { ProcessListing } from './tables/process_listing.gen.ts'
import type { RecoveryCodes } from './tables/recovery_codes.gen.ts'
import type { RemovalTime } from './tables/removal_time.gen.ts'
import type { RoleDashboard } from './tables/role_dashboard.gen.ts'
import type { RoleDescription } from './tables/role_description.gen.ts'
import type { Root } from './tables/root.gen.ts'
import type { SavedForm } from './tables/saved_form.gen.ts'
import type { ScimIdentity } from './tables/scim_identity.gen.ts'
import type { SearchGram } from './tables/search_gram.gen.ts'
import type { SearchWord } from './tables/search_word.gen.ts'
import type { SecondFactor } from './tables/second_factor.gen.ts'
import type { SecondStep } from './tables/second_step.gen.ts'
import type { Server } from './tables/server.gen.ts'
import type { Session } from './tables/session.gen.ts'
import type { SessionSpentRefresh } from './tables/session_spent_refresh.gen.ts'
import type { Setting } from './tables/setting.gen.ts'
import type { SignInTry } from './tables/sign_in_try.gen.ts'
import type { Simulation } from './tables/simulation.gen.ts'
import type { SimulationRun } from './tables/simulation_run.gen.ts'
import type { SitePicture } from './tables/site_picture.gen.ts'
import type { SiteTheme } from './tables/site_theme.gen.ts'
import type { SpentCaptcha } from './tables/spent_captcha.gen.ts'
import type { SsoIdentity } from './tables/sso_identity.gen.ts'
import type { SsoSession } from './tables/sso_session.gen.ts'
import type { SsoTest } from './tables/sso_test.gen.ts'
import type { StoredFile } from './tables/stored_file.gen.ts'
import type { Subscription } from './tables/subscription.gen.ts'
import type { SystemTemplate } from './tables/system_template.gen.ts'
import type { Task } from './tables/task.gen.ts'
import type { TaskAttachment } from './tables/task_attachment.gen.ts'
import type { TaskComment } from './tables/task_comment.gen.ts'
import type { TaskFilter } from './tables/task_filter.gen.ts'
import type { TaskLink } from './tables/task_link.gen.ts'
import type { TaskListed } from './tables/task_listed.gen.ts'
import type { TaskListing } from './tables/task_listing.gen.ts'
import type { TaskReading } from './tables/task_reading.gen.ts'
import type { TaskSeen } from './tables/task_seen.gen.ts'
import type { TaskViewer } from './tables/task_viewer.gen.ts'
import type { Tenant } from './tables/tenant.gen.ts'
import type { TenantMember } from './tables/tenant_member.gen.ts'
import type { TestMail } from './tables/test_mail.gen.ts'
import type { ToolUse } from './tables/tool_use.gen.ts'
import type { UploadPiece } from './tables/upload_piece.gen.ts'
import type { UserAuthorization } from './tables/user_authorization.gen.ts'
import type { UserChange } from './tables/user_change.gen.ts'
import type { UserChangeRow } from './tables/user_change_row.gen.ts'
import type { UserGroup } from './tables/user_group.gen.ts'
import type { UserImport } from './tables/user_import.gen.ts'
import type { UserImportRow } from './tables/user_import_row.gen.ts'
import type { UserProfile } from './tables/user_profile.gen.ts'
import type { UserProperty } from './tables/user_property.gen.ts'
import type { UserPropertyValue } from './tables/user_property_value.gen.ts'
import type { UserRole } from './tables/user_role.gen.ts'
import type { UserTheme } from './tables/user_theme.gen.ts'
import type { Variable } from './tables/variable.gen.ts'
import type { Workplace } from './tables/workplace.gen.ts'
import type { WorkplaceMove } from './tables/workplace_move.gen.ts'

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
  audit_erasure: AuditErasure;
  audit_revision: AuditRevision;
  audit_stub: AuditStub;
  backup_run: BackupRun;
  batch: Batch;
  batch_item: BatchItem;
  business_calendar: BusinessCalendar;
  category: Category;
  cell_identity: CellIdentity;
  comment_mention: CommentMention;
  daily_figure: DailyFigure;
  daily_size: DailySize;
  dashboard_layout: DashboardLayout;
  data_list: DataList;
  data_list_feed: DataListFeed;
  data_list_feed_run: DataListFeedRun;
  data_list_row: DataListRow;
  data_list_version: DataListVersion;
  decision_definition: DecisionDefinition;
  decision_requirements: DecisionRequirements;
  deployment: Deployment;
  deployment_resource: DeploymentResource;
  design_auto_save: DesignAutoSave;
  design_lock: DesignLock;
  directory: Directory;
  directory_member: DirectoryMember;
  directory_run: DirectoryRun;
  directory_run_row: DirectoryRunRow;
  directory_user: DirectoryUser;
  earlier_password: EarlierPassword;
  element: Element;
  email_template: EmailTemplate;
  emergency_sign_in: EmergencySignIn;
  external_adapter: ExternalAdapter;
  external_api: ExternalApi;
  external_call: ExternalCall;
  external_connection: ExternalConnection;
  external_connection_state: ExternalConnectionState;
  external_delivery: ExternalDelivery;
  external_listener: ExternalListener;
  external_listener_state: ExternalListenerState;
  external_system: ExternalSystem;
  external_task: ExternalTask;
  external_topic_position: ExternalTopicPosition;
  form: Form;
  form_draft: FormDraft;
  form_link: FormLink;
  form_receipt: FormReceipt;
  form_version: FormVersion;
  former_definition: FormerDefinition;
  given_task_id: GivenTaskId;
  global_property: GlobalProperty;
  group_member: GroupMember;
  group_membership: GroupMembership;
  group_reach: GroupReach;
  group_role: GroupRole;
  held_role: HeldRole;
  hierarchy: Hierarchy;
  hierarchy_node: HierarchyNode;
  history_cleanup: HistoryCleanup;
  history_element: HistoryElement;
  history_fact: HistoryFact;
  history_instance: HistoryInstance;
  history_task: HistoryTask;
  history_variable: HistoryVariable;
  idempotency_key: IdempotencyKey;
  incident: Incident;
  incident_alert: IncidentAlert;
  incident_alert_mark: IncidentAlertMark;
  incident_group: IncidentGroup;
  incident_group_change: IncidentGroupChange;
  incident_news: IncidentNews;
  instance: Instance;
  instance_listed: InstanceListed;
  instance_listing: InstanceListing;
  instance_reader: InstanceReader;
  instance_undo: InstanceUndo;
  java_binding: JavaBinding;
  job: Job;
  job_definition: JobDefinition;
  known_origin: KnownOrigin;
  licence: Licence;
  list_view: ListView;
  migration: Migration;
  move_in: MoveIn;
  moved_item: MovedItem;
  notice: Notice;
  notice_setting: NoticeSetting;
  notice_watch: NoticeWatch;
  object_removal: ObjectRemoval;
  operation_annotation: OperationAnnotation;
  operation_log: OperationLog;
  own_email: OwnEmail;
  own_role: OwnRole;
  package_export: PackageExport;
  package_import: PackageImport;
  package_import_item: PackageImportItem;
  package_key: PackageKey;
  package_source: PackageSource;
  password_link: PasswordLink;
  preferred_view: PreferredView;
  process_category: ProcessCategory;
  process_definition: ProcessDefinition;
  process_element: ProcessElement;
  process_favourite: ProcessFavourite;
  process_icon: ProcessIcon;
  process_listing: ProcessListing;
  recovery_codes: RecoveryCodes;
  removal_time: RemovalTime;
  role_dashboard: RoleDashboard;
  role_description: RoleDescription;
  root: Root;
  saved_form: SavedForm;
  scim_identity: ScimIdentity;
  search_gram: SearchGram;
  search_word: SearchWord;
  second_factor: SecondFactor;
  second_step: SecondStep;
  server: Server;
  session: Session;
  session_spent_refresh: SessionSpentRefresh;
  setting: Setting;
  sign_in_try: SignInTry;
  simulation: Simulation;
  simulation_run: SimulationRun;
  site_picture: SitePicture;
  site_theme: SiteTheme;
  spent_captcha: SpentCaptcha;
  sso_identity: SsoIdentity;
  sso_session: SsoSession;
  sso_test: SsoTest;
  stored_file: StoredFile;
  subscription: Subscription;
  system_template: SystemTemplate;
  task: Task;
  task_attachment: TaskAttachment;
  task_comment: TaskComment;
  task_filter: TaskFilter;
  task_link: TaskLink;
  task_listed: TaskListed;
  task_listing: TaskListing;
  task_reading: TaskReading;
  task_seen: TaskSeen;
  task_viewer: TaskViewer;
  tenant: Tenant;
  tenant_member: TenantMember;
  test_mail: TestMail;
  tool_use: ToolUse;
  upload_piece: UploadPiece;
  user_authorization: UserAuthorization;
  user_change: UserChange;
  user_change_row: UserChangeRow;
  user_group: UserGroup;
  user_import: UserImport;
  user_import_row: UserImportRow;
  user_profile: UserProfile;
  user_property: UserProperty;
  user_property_value: UserPropertyValue;
  user_role: UserRole;
  user_theme: UserTheme;
  variable: Variable;
  workplace: Workplace;
  workplace_move: WorkplaceMove;
}
