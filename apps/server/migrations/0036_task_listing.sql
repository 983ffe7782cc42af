-- In which lists of those who may claim it a task stands, with all that lists are narrowed and sorted by: one row for each
-- reader, so that the first tasks in any order are found by index, reader by reader, however many tasks there are. A reader is
--   u:USER, g:GROUP   may claim it: nobody has it
--   U:USER, G:GROUP   might have claimed it, but somebody has it
-- Who has or owns a task is found by the task itself: one person has few.
create table task_listing (
  workplace_id uuid not null,
  reader text not null,
  -- 'infinity' when the task has no due date.
  due_at timestamptz not null,
  task_id uuid not null,
  root_id uuid not null,
  instance_id uuid,
  priority int not null,
  follow_up_at timestamptz,
  process_key text,
  -- As lists compare texts.
  process_name text collate "C" not null,
  name_key text collate "C" not null,
  primary key (workplace_id, reader, due_at, task_id)
);
create index task_listing_task on task_listing (workplace_id, task_id);
create index task_listing_process on task_listing (workplace_id, reader, process_key, due_at, task_id);
create index task_listing_process_name on task_listing (workplace_id, reader, process_name, task_id);
create index task_listing_name on task_listing (workplace_id, reader, name_key, task_id);
create index task_listing_priority on task_listing (workplace_id, reader, priority, due_at, task_id);
create index task_listing_follow_up on task_listing (workplace_id, reader, follow_up_at, task_id) where follow_up_at is not null;
create index task_listing_time on task_listing (workplace_id, reader, task_id);

-- A task as lists see it.
create view task_listed with (security_invoker = true) as
  select t.workplace_id, coalesce(t.due_at, 'infinity') as due_at, t.id as task_id, t.root_id, t.instance_id, t.priority,
    t.follow_up_at, d.key as process_key, left(lower(coalesce(d.name, d.key, '')), 200) collate "C" as process_name,
    left(lower(coalesce(t.name, t.task_key, '')), 200) collate "C" as name_key,
    t.assignee, t.owner, t.candidate_users, t.candidate_groups
  from task t left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id;

-- What the rows are, from the task itself: the one place that says so.
create view task_reading with (security_invoker = true) as
  select t.workplace_id, r.reader, t.due_at, t.task_id, t.root_id, t.instance_id, t.priority, t.follow_up_at, t.process_key,
    t.process_name, t.name_key
  from task_listed t
    cross join lateral (
      select case when t.assignee is null then 'u:' else 'U:' end || u as reader from unnest(t.candidate_users) u
      union select case when t.assignee is null then 'g:' else 'G:' end || g from unnest(t.candidate_groups) g
    ) r;

create index task_owner on task (workplace_id, owner, (coalesce(due_at, 'infinity')), id) where owner is not null;

-- The rows of all workplaces move, for which their owner has to see them.
alter table task no force row level security;
alter table process_definition no force row level security;
insert into task_listing (workplace_id, reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key)
  select workplace_id, reader, due_at, task_id, root_id, instance_id, priority, follow_up_at, process_key, process_name, name_key from task_reading;
alter table task force row level security;
alter table process_definition force row level security;
drop table task_candidate;

select millrace_leave_unaudited('live state, which history tells', 'task_listing');

-- What the variable of a process says, for lists that are narrowed by it. Only what a filter can compare: texts by their
-- beginning, all else by its number. Columns and not expressions: row-level security keeps those out of an index.
alter table variable add column text_key text collate "C" generated always as (case when type = 'String' then left(value, 100) end) stored;
create index variable_text on variable (workplace_id, name, text_key) where scope_id = instance_id and text_key is not null;
create index variable_number on variable (workplace_id, name, number) where scope_id = instance_id and number is not null;
