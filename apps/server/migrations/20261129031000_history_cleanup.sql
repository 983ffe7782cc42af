-- History is written by level, and is cleaned up.

alter table process_definition add column history_level text not null default 'full'
  check (history_level in ('none', 'activity', 'audit', 'full'));
comment on column process_definition.history_level is 'What history keeps of its instances. A new version has that of the version before it.';
-- Servers keep levels other than full in memory, of all workplaces.
create index process_definition_level on process_definition (workplace_id, id) where history_level <> 'full';
create policy platform_reads on process_definition for select using ((select current_setting('app.platform', true) = 'on'));

-- Definitions that were deleted while their history stayed: by them the clean-up knows when that goes.
create table former_definition (
  workplace_id uuid not null,
  id uuid not null,
  key text not null,
  version int not null,
  name text,
  history_time_to_live int,
  history_level text not null,
  primary key (workplace_id, id)
);
create function millrace_keep_lifetime() returns trigger language plpgsql as $$
begin
  insert into former_definition (workplace_id, id, key, version, name, history_time_to_live, history_level)
    values (old.workplace_id, old.id, old.key, old.version, old.name, old.history_time_to_live, old.history_level) on conflict do nothing;
  return null;
end $$;
create trigger process_definition_gone after delete on process_definition for each row execute function millrace_keep_lifetime();
select millrace_leave_unaudited('what is left of definitions, whose deletion the audit knows', 'former_definition');

-- What the clean-up has removed, run by run. The counts are of the transactions that removed it.
create table history_cleanup (
  workplace_id uuid not null,
  id uuid not null,
  -- window: by itself; asked: somebody asked for it; level: instances of definitions whose history is not kept, one row a day.
  kind text not null check (kind in ('window', 'asked', 'level')),
  started_at timestamptz not null,
  ended_at timestamptz,
  asked_by text,
  -- All that could go has gone.
  is_complete boolean not null default false,
  instances bigint not null default 0,
  tasks bigint not null default 0,
  decisions bigint not null default 0,
  batches bigint not null default 0,
  operations bigint not null default 0,
  -- JSON text: where it goes on.
  position text,
  primary key (workplace_id, id)
);
create unique index history_cleanup_open on history_cleanup (workplace_id) where ended_at is null;
create index history_cleanup_newest on history_cleanup (workplace_id, started_at desc, id);
select millrace_leave_unaudited('what the program did by itself, and by whose request', 'history_cleanup');

-- By which the clean-up finds what may go.
create index removal_time_due on removal_time (workplace_id, removal_at, subject_id) where removal_at is not null;
create index history_instance_started on history_instance using brin (started_at) with (pages_per_range = 16);
create index history_task_standalone on history_task (workplace_id, ended_at, id) where instance_id = id;
create index batch_ended on batch (workplace_id, ended_at, id) where state in ('done', 'cancelled');

-- Months of history of which nothing is left. Row-level security hides the rows of all workplaces from whoever asks for
-- all of them, so it is off while the month is looked at: nobody else reads it then.
create function millrace_drop_empty_history(before date) returns int language plpgsql as $$
declare
  parent text;
  part text;
  found boolean;
  dropped int := 0;
begin
  for parent, part in
    select p.relname, c.relname from pg_inherits i
      join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
      where p.relname = any(array['history_instance', 'history_element', 'history_task', 'history_variable', 'history_fact'])
        and p.relnamespace = current_schema()::regnamespace
        and c.relname ~ '_[0-9]{4}_[0-9]{2}$' and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= before
      order by c.relname
  loop
    execute format('alter table %I no force row level security', part);
    execute format('select exists (select from %I)', part) into found;
    if found then
      execute format('alter table %I force row level security', part);
    else
      execute format('drop table %I', part);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;
