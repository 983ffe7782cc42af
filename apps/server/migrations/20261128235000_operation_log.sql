-- Filters of Camunda's REST API: queries for tasks that clients store under a name.
create table task_filter (
  workplace_id uuid not null,
  id uuid not null,
  name text not null,
  -- A user name, as clients give it: nobody has to have it.
  owner text,
  -- What narrows tasks, as the body of a query has it.
  query jsonb not null,
  -- What the client that made it keeps with it.
  properties jsonb,
  revision int not null default 1,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, id)
);
create index task_filter_name on task_filter (workplace_id, name collate "C", id);
create index task_filter_owner on task_filter (workplace_id, owner, id);
select millrace_audit('task_filter', 'filter');

-- What users did that history does not know by itself, as the log of user operations shows it. What they did to tasks, and
-- what they started, is read from history: it is written there already.
create table operation_log (
  workplace_id uuid not null,
  id uuid not null,
  -- What belongs together has one.
  operation_id uuid not null,
  at timestamptz not null,
  user_id text not null,
  operation_type text not null,
  entity_type text not null,
  category text not null,
  property text,
  org_value text,
  new_value text,
  deployment_id uuid,
  definition_id uuid,
  process_key text,
  root_id uuid,
  instance_id uuid,
  execution_id uuid,
  task_id uuid,
  job_id uuid,
  job_definition_id uuid,
  external_task_id uuid,
  batch_id uuid,
  tenant_id text,
  primary key (workplace_id, id)
);
create index operation_log_instance on operation_log (workplace_id, instance_id) where instance_id is not null;
create index operation_log_task on operation_log (workplace_id, task_id) where task_id is not null;
create index operation_log_operation on operation_log (workplace_id, operation_id);
create index operation_log_at on operation_log (workplace_id, at, id);
select millrace_leave_unaudited('a log itself, of what the audit knows by its call', 'operation_log');

-- What somebody noted about an operation of the log, wherever that is read from.
create table operation_annotation (
  workplace_id uuid not null,
  operation_id uuid not null,
  annotation text not null,
  set_at timestamptz not null,
  set_by text,
  primary key (workplace_id, operation_id)
);
select millrace_audit('operation_annotation', 'operation-annotation', silent => array['set_at', 'set_by']);

-- What users did to tasks is found by its operation too.
create index history_fact_operation on history_fact (workplace_id, operation_id) where operation_id is not null and kind = 'task-changed';

-- How a user task names the form of Camunda that belongs to it, where its model does so.
alter table process_element add column form_ref jsonb;
-- Who had to do with a task in a role of the user's own naming, by its own id, and instances that users have deleted: few
-- among many.
create index history_fact_link on history_fact (workplace_id, id) where kind = 'task-link';
create index history_instance_deleted on history_instance (workplace_id, id) where outcome = 'deleted' and ended_by is not null;
