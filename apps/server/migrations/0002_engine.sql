-- Deployments, the live state of process instances, and history.
--
-- Live tables hold open things only: a row goes when what it stands for ends. Everything of one root instance (the top
-- of a call hierarchy) is found by the prefix (workplace_id, root_id) and is locked by the root's row in instance.
-- History is written once, when a thing has ended, and is dropped by month.

-- --- tenants --------------------------------------------------------------------------------------

-- Tenants of Camunda's API: names that deployments, definitions and instances of a workplace can carry. They part nothing
-- by themselves; workplaces do.
create table tenant (
  workplace_id uuid not null,
  id text not null,
  name text,
  primary key (workplace_id, id)
);

create table tenant_member (
  workplace_id uuid not null,
  tenant_id text not null,
  -- One of the two: a user's name or a group's key.
  user_id text,
  group_id text,
  foreign key (workplace_id, tenant_id) references tenant on delete cascade
);
create unique index tenant_member_once on tenant_member (workplace_id, tenant_id, coalesce(user_id, ''), coalesce(group_id, ''));

-- --- deployments ---------------------------------------------------------------------------------

create table deployment (
  workplace_id uuid not null,
  id uuid not null,
  name text,
  source text,
  deployed_at timestamptz not null,
  deployed_by text,
  tenant_id text,
  primary key (workplace_id, id)
);

create table deployment_resource (
  workplace_id uuid not null,
  deployment_id uuid not null,
  id uuid not null,
  name text not null,
  bytes bytea not null,
  primary key (workplace_id, deployment_id, id),
  foreign key (workplace_id, deployment_id) references deployment on delete cascade
);

create table process_definition (
  workplace_id uuid not null,
  id uuid not null,
  key text not null,
  version int not null,
  tenant_id text,
  name text,
  category text,
  description text,
  version_tag text,
  deployment_id uuid not null,
  resource_name text not null,
  history_time_to_live int,
  -- What the model says of task lists; and whether there is a start event that nothing triggers.
  is_startable boolean not null,
  has_none_start boolean not null,
  is_suspended boolean not null default false,
  start_form_key text,
  -- `set:icon`, from the model's property `icon`.
  icon text,
  starter_users text[] not null default '{}',
  starter_groups text[] not null default '{}',
  primary key (workplace_id, id),
  foreign key (workplace_id, deployment_id) references deployment on delete cascade
);
create unique index process_definition_version on process_definition (workplace_id, key, coalesce(tenant_id, ''), version desc);
create index process_definition_deployment on process_definition (workplace_id, deployment_id);

create table decision_definition (
  workplace_id uuid not null,
  id uuid not null,
  key text not null,
  version int not null,
  tenant_id text,
  name text,
  category text,
  version_tag text,
  deployment_id uuid not null,
  resource_name text not null,
  history_time_to_live int,
  requirements_id uuid,
  requirements_key text,
  primary key (workplace_id, id),
  foreign key (workplace_id, deployment_id) references deployment on delete cascade
);
create unique index decision_definition_version on decision_definition (workplace_id, key, coalesce(tenant_id, ''), version desc);
create index decision_definition_deployment on decision_definition (workplace_id, deployment_id);

create table decision_requirements (
  workplace_id uuid not null,
  id uuid not null,
  key text not null,
  version int not null,
  tenant_id text,
  name text,
  category text,
  deployment_id uuid not null,
  resource_name text not null,
  primary key (workplace_id, id),
  foreign key (workplace_id, deployment_id) references deployment on delete cascade
);
create unique index decision_requirements_version on decision_requirements (workplace_id, key, coalesce(tenant_id, ''), version desc);

-- What the elements of a definition are called, for lists that show, narrow and sort by it. Stays when the definition
-- goes: history still names its elements.
create table process_element (
  workplace_id uuid not null,
  definition_id uuid not null,
  element_key text not null,
  name text,
  -- As Camunda names it: userTask, boundaryTimer, noneEndEvent …
  type text not null,
  primary key (workplace_id, definition_id, element_key)
);

-- Where a definition makes jobs: one row for each asynchronous continuation and each timer.
create table job_definition (
  workplace_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  element_key text not null,
  -- The kind of its jobs: before, after, timer, timeout.
  kind text not null,
  -- The continuation of each run of a multi-instance activity, not of the activity as a whole.
  is_inner boolean not null,
  -- The activity has several instances, so that what is not inner belongs to all of them together.
  is_body boolean not null,
  type text not null,
  configuration text not null,
  is_suspended boolean not null default false,
  -- Overrides the priority of the model.
  priority bigint,
  primary key (workplace_id, id),
  foreign key (workplace_id, definition_id) references process_definition on delete cascade
);
create unique index job_definition_place on job_definition (workplace_id, definition_id, element_key, kind, is_inner);

-- What runs in place of the Java classes and beans that models name: `${bean}` for a bean.
create table java_binding (
  workplace_id uuid not null,
  name text not null,
  kind text not null check (kind in ('expression', 'script', 'external')),
  -- Of an external topic none.
  language text,
  -- The expression, the script or the topic.
  text text not null,
  changed_at timestamptz not null,
  changed_by text,
  primary key (workplace_id, name)
);

-- When work is done, for timers and due dates that name a calendar.
create table business_calendar (
  workplace_id uuid not null,
  name text not null,
  zone text not null,
  -- Pairs of local times by weekday, 1 for Monday.
  hours jsonb not null,
  -- Days without work.
  holidays text[] not null,
  changed_at timestamptz not null,
  changed_by text,
  primary key (workplace_id, name)
);

-- --- live state ----------------------------------------------------------------------------------

create table instance (
  workplace_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  definition_id uuid not null,
  business_key text,
  caller_element_id uuid,
  caller_instance_id uuid,
  is_suspended boolean not null,
  open_children int not null,
  started_at timestamptz not null,
  start_user_id text,
  start_element_key text,
  tenant_id text,
  -- Of a root: rises with every step, so that what was decided on rows in memory can be written if they still hold.
  revision int not null default 0,
  primary key (workplace_id, id)
) with (fillfactor = 80);
create index instance_root on instance (workplace_id, root_id, id);
create index instance_caller on instance (workplace_id, caller_instance_id) where caller_instance_id is not null;
create index instance_caller_element on instance (workplace_id, caller_element_id) where caller_element_id is not null;
create index instance_definition on instance (workplace_id, definition_id, id);
create index instance_starter on instance (workplace_id, start_user_id, started_at desc, id) where start_user_id is not null;
create index instance_business_key on instance (workplace_id, business_key) where business_key is not null;

create table element (
  workplace_id uuid not null,
  root_id uuid not null,
  id uuid not null,
  instance_id uuid not null,
  parent_id uuid not null,
  element_key text not null,
  state text not null,
  loop text,
  token_id uuid not null,
  execution_id uuid not null,
  flow_key text,
  open_children int not null,
  data jsonb,
  started_at timestamptz not null,
  primary key (workplace_id, id)
) with (fillfactor = 80);
-- Everything of a root, the children of one scope, and the arrivals at one join.
create index element_parent on element (workplace_id, root_id, parent_id, element_key);
-- Concurrent tokens that are no scope; every other execution has the id of its element or scope.
create index element_token on element (workplace_id, execution_id) where execution_id <> id and execution_id <> parent_id;

create table variable (
  workplace_id uuid not null,
  root_id uuid not null,
  scope_id uuid not null,
  name text not null,
  id uuid not null,
  instance_id uuid not null,
  type text not null,
  -- Text of the value: digits, words, JSON, ISO 8601 in UTC. Null for null, bytes and files.
  value text,
  -- The value as a number, for filters: numbers, booleans as 0 and 1, dates in milliseconds.
  number double precision,
  bytes bytea,
  info jsonb,
  revision int not null,
  created_at timestamptz not null,
  primary key (workplace_id, root_id, scope_id, name)
) with (fillfactor = 80);

create table task (
  workplace_id uuid not null,
  id uuid not null,
  -- Null, with the three after it, for a task that belongs to no process.
  root_id uuid,
  instance_id uuid,
  element_id uuid,
  execution_id uuid,
  definition_id uuid,
  task_key text,
  name text,
  description text,
  assignee text,
  owner text,
  delegation text,
  priority int not null,
  due_at timestamptz,
  follow_up_at timestamptz,
  category text,
  form_key text,
  is_suspended boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  tenant_id text,
  candidate_users text[] not null,
  candidate_groups text[] not null,
  -- Only of tasks that stand alone.
  parent_task_id uuid,
  primary key (workplace_id, id)
) with (fillfactor = 80);
create index task_root on task (workplace_id, root_id, element_id);
create index task_assignee on task (workplace_id, assignee, (coalesce(due_at, 'infinity')), id) where assignee is not null;

-- One row for each candidate of an unclaimed task, in the order in which lists show them: the only shape that stays
-- flat for users in many or big groups. `candidate` is g:GROUP or u:USER.
create table task_candidate (
  workplace_id uuid not null,
  candidate text not null,
  -- 'infinity' when the task has no due date.
  due_at timestamptz not null,
  task_id uuid not null,
  primary key (workplace_id, candidate, due_at, task_id)
);
create index task_candidate_task on task_candidate (workplace_id, task_id);

-- Who else has to do with a task, in a role of the user's own naming. Goes with the task.
create table task_link (
  workplace_id uuid not null,
  task_id uuid not null,
  type text not null,
  user_id text,
  group_id text
);
create unique index task_link_once on task_link (workplace_id, task_id, type, coalesce(user_id, ''), coalesce(group_id, ''));

-- What people wrote about a task or an instance. Stays when they end.
create table task_comment (
  workplace_id uuid not null,
  id uuid not null,
  task_id uuid,
  instance_id uuid,
  root_id uuid,
  user_id text,
  message text not null,
  created_at timestamptz not null,
  primary key (workplace_id, id)
);
create index task_comment_task on task_comment (workplace_id, task_id) where task_id is not null;
create index task_comment_instance on task_comment (workplace_id, instance_id) where instance_id is not null;

create table task_attachment (
  workplace_id uuid not null,
  id uuid not null,
  task_id uuid,
  instance_id uuid,
  root_id uuid,
  name text,
  description text,
  type text,
  -- Either an address or a content.
  url text,
  bytes bytea,
  user_id text,
  created_at timestamptz not null,
  primary key (workplace_id, id)
);
create index task_attachment_task on task_attachment (workplace_id, task_id) where task_id is not null;
create index task_attachment_instance on task_attachment (workplace_id, instance_id) where instance_id is not null;

create table job (
  workplace_id uuid not null,
  id uuid not null,
  -- Null for the timer of a start event.
  root_id uuid,
  instance_id uuid,
  element_id uuid,
  definition_id uuid,
  element_key text,
  kind text not null,
  due_at timestamptz,
  retries int not null,
  priority bigint not null,
  is_exclusive boolean not null,
  is_suspended boolean not null,
  data jsonb,
  error text,
  created_at timestamptz not null,
  locked_until timestamptz,
  locked_by text,
  -- Of kind work: what the outside gave, until the instance has taken it in. Work that is done is not done again.
  output jsonb,
  tenant_id text,
  primary key (workplace_id, id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
-- In the order of claiming. Jobs of the same priority that are not due yet are skipped as one (skip scan of PostgreSQL 18).
create index job_due on job (priority desc, (coalesce(due_at, created_at))) where retries > 0 and not is_suspended;
create index job_root on job (workplace_id, root_id, element_id);
create index job_work on job (workplace_id, root_id) where kind = 'work';
create index job_of_definition on job (workplace_id, definition_id) where definition_id is not null;

create table subscription (
  workplace_id uuid not null,
  id uuid not null,
  -- Null for a start event, which has a definition instead.
  root_id uuid,
  instance_id uuid,
  element_id uuid,
  execution_id uuid,
  definition_id uuid,
  element_key text not null,
  kind text not null,
  name text,
  data jsonb,
  created_at timestamptz not null,
  tenant_id text,
  primary key (workplace_id, id)
);
create index subscription_root on subscription (workplace_id, root_id, element_id);
create index subscription_name on subscription (workplace_id, kind, name);
create index subscription_watching on subscription (workplace_id, root_id) where kind in ('conditional', 'variable');
create index subscription_definition on subscription (workplace_id, definition_id) where definition_id is not null;

create table external_task (
  workplace_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  instance_id uuid not null,
  element_id uuid not null,
  execution_id uuid not null,
  definition_id uuid not null,
  element_key text not null,
  topic text not null,
  worker_id text,
  locked_until timestamptz,
  retries int,
  error_message text,
  error_details text,
  priority bigint not null,
  is_suspended boolean not null,
  created_at timestamptz not null,
  tenant_id text,
  primary key (workplace_id, id)
) with (fillfactor = 80);
create index external_task_root on external_task (workplace_id, root_id, element_id);
create index external_task_topic on external_task (workplace_id, topic, priority desc, created_at, id) where not is_suspended;

create table incident (
  workplace_id uuid not null,
  id uuid not null,
  root_id uuid,
  instance_id uuid,
  element_id uuid,
  element_key text,
  definition_id uuid,
  type text not null,
  source_id uuid,
  message text,
  detail jsonb,
  annotation text,
  cause_id uuid not null,
  root_cause_id uuid not null,
  created_at timestamptz not null,
  tenant_id text,
  primary key (workplace_id, id)
);
create index incident_root on incident (workplace_id, root_id, element_id);

-- --- history -------------------------------------------------------------------------------------

create table history_instance (
  workplace_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  definition_id uuid not null,
  business_key text,
  caller_instance_id uuid,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  start_user_id text,
  start_element_key text,
  end_element_key text,
  -- completed, terminated (by an end event) or deleted (from outside)
  outcome text not null,
  reason text,
  -- Who acted when it ended; null for the program itself.
  ended_by text,
  tenant_id text,
  primary key (workplace_id, id, ended_at)
) partition by range (ended_at);
create index history_instance_definition on history_instance (workplace_id, definition_id, ended_at);
create index history_instance_starter on history_instance (workplace_id, start_user_id, started_at desc) where start_user_id is not null;

create table history_element (
  workplace_id uuid not null,
  instance_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  definition_id uuid not null,
  parent_id uuid not null,
  element_key text not null,
  loop text,
  execution_id uuid not null,
  -- The sequence flow by which it was reached.
  flow_key text,
  task_id uuid,
  assignee text,
  called_instance_id uuid,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  is_cancelled boolean not null,
  ends_path boolean not null,
  primary key (workplace_id, instance_id, id, ended_at)
) partition by range (ended_at);

create table history_task (
  workplace_id uuid not null,
  instance_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  element_id uuid not null,
  execution_id uuid not null,
  definition_id uuid not null,
  task_key text not null,
  name text,
  description text,
  assignee text,
  owner text,
  priority int not null,
  due_at timestamptz,
  follow_up_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz not null,
  reason text not null,
  -- Who acted when it ended; null for the program itself.
  ended_by text,
  candidate_users text[],
  candidate_groups text[],
  tenant_id text,
  primary key (workplace_id, instance_id, id, ended_at)
) partition by range (ended_at);
create index history_task_id on history_task (workplace_id, id);

-- Every value that a variable had. The last one of an id is its value at the end.
create table history_variable (
  workplace_id uuid not null,
  instance_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  variable_id uuid not null,
  scope_id uuid not null,
  element_id uuid,
  name text not null,
  type text not null,
  value text,
  bytes bytea,
  info jsonb,
  revision int not null,
  is_removed boolean not null,
  -- What one command of a user did has one of these; null when nobody did it.
  operation_id uuid,
  primary key (workplace_id, instance_id, id, at)
) partition by range (at);

-- Whatever else is worth remembering: task operations, jobs, incidents, decisions, what operators did.
create table history_fact (
  workplace_id uuid not null,
  instance_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  kind text not null,
  subject_id uuid,
  element_id uuid,
  user_id text,
  data jsonb not null,
  -- What one command of a user did has one of these; null when nobody did it.
  operation_id uuid,
  primary key (workplace_id, instance_id, id, at)
) partition by range (at);

-- Makes the partitions of one month, if they are not there. The default partitions take what comes before that, and give
-- it to the month when it is made: nothing may lie in them that belongs to another partition.
create function millrace_make_history_partitions(month date) returns void language plpgsql as $$
declare
  parent text;
  part text;
  time_column text;
  first date := date_trunc('month', month);
  next date := first + interval '1 month';
begin
  foreach parent in array array['history_instance', 'history_element', 'history_task', 'history_variable', 'history_fact'] loop
    part := parent || to_char(first, '_YYYY_MM');
    continue when to_regclass(part) is not null;
    time_column := case when parent in ('history_variable', 'history_fact') then 'at' else 'ended_at' end;
    execute format('create table %I (like %I including defaults including constraints)', part, parent);
    -- The rows of all workplaces move, for which their owner has to see them.
    execute format('alter table %I no force row level security', parent || '_default');
    execute format('with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from moved',
      parent || '_default', time_column, first, next, part);
    execute format('alter table %I force row level security', parent || '_default');
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, first, next);
  end loop;
  perform millrace_protect_tables();
end $$;

create table history_instance_default partition of history_instance default;
create table history_element_default partition of history_element default;
create table history_task_default partition of history_task default;
create table history_variable_default partition of history_variable default;
create table history_fact_default partition of history_fact default;

-- Workers claim jobs of all workplaces in one statement.
select millrace_open_to_platform('job');
