-- Everything live has a root, whose row is the lock for all that belongs to it; and a job is of a kind.
--
-- The roots of process instances are those instances, in instance. What is no process instance has its root here, so that
-- no list of process instances can show it: a task that belongs to no process, under the task's id, and a definition with
-- what its start events wait for, under the definition's id. Rows of such a root have no instance_id.

create table root (
  workplace_id uuid not null,
  id uuid not null,
  root_id uuid not null check (root_id = id),
  -- Its own id when the root is a definition; else that of all tasks that belong to no process, which is all zeros.
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
  -- As in instance.
  revision int not null default 0,
  primary key (workplace_id, id)
) with (fillfactor = 80);

-- The rows of all workplaces move, for which their owner has to see them.
alter table task no force row level security;
alter table job no force row level security;
alter table subscription no force row level security;
alter table incident no force row level security;
alter table element no force row level security;
alter table job_definition no force row level security;
alter table process_definition no force row level security;

-- Tasks that belong to no process: each gets its root and the element that it stands for.
insert into root (workplace_id, id, root_id, definition_id, is_suspended, open_children, started_at, start_element_key, tenant_id)
  select workplace_id, id, id, '00000000-0000-0000-0000-000000000000', false, 1, created_at, 'task', tenant_id from task where root_id is null;
update task set root_id = id, element_id = gen_random_uuid() where root_id is null;
insert into element (workplace_id, root_id, id, instance_id, parent_id, element_key, state, token_id, execution_id, open_children, started_at)
  select workplace_id, root_id, element_id, root_id, root_id, 'task', 'active', root_id, root_id, 0, created_at from task where instance_id is null;

-- What definitions wait for.
insert into root (workplace_id, id, root_id, definition_id, is_suspended, open_children, started_at, tenant_id)
  select d.workplace_id, d.id, d.id, d.id, d.is_suspended, 0, now(), d.tenant_id from process_definition d
  where exists (select from subscription s where s.workplace_id = d.workplace_id and s.definition_id = d.id and s.root_id is null)
    or exists (select from job j where j.workplace_id = d.workplace_id and j.definition_id = d.id and j.root_id is null);
update subscription set root_id = definition_id, element_id = definition_id where root_id is null;
update incident n set root_id = j.definition_id from job j where n.root_id is null and j.workplace_id = n.workplace_id and j.id = n.source_id;
update job set root_id = definition_id, element_id = definition_id, kind = 'start' where root_id is null;
delete from incident where root_id is null;

update job set kind = 'delivery' where kind in ('message', 'signal');
update job_definition set kind = 'start' where type = 'timer-start-event';

alter table task force row level security;
alter table job force row level security;
alter table subscription force row level security;
alter table incident force row level security;
alter table element force row level security;
alter table job_definition force row level security;
alter table process_definition force row level security;

alter table task alter column root_id set not null, alter column element_id set not null;
alter table job alter column root_id set not null;
alter table subscription alter column root_id set not null;
alter table incident alter column root_id set not null;
