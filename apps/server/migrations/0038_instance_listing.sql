-- Who is involved in an instance: the one place that says so, for the right to see it and for the lists that show it. A
-- reader is
--   s:USER          started it; of instances that another called, who started the one at the top sees them by that
--   t:USER          has or had a task in it, as assignee or owner, or ended one
--   c:USER, g:GROUP is named by an open task as somebody who may claim it, whether somebody has it or not
create view instance_reader with (security_invoker = true) as
  select workplace_id, id as instance_id, root_id, 's:' || start_user_id as reader from instance
    where start_user_id is not null and caller_instance_id is null
  union all select workplace_id, id, root_id, 's:' || start_user_id from history_instance
    where start_user_id is not null and caller_instance_id is null
  union all select t.workplace_id, t.instance_id, t.root_id, r.reader from task t
    cross join lateral (
      select 't:' || u from unnest(array[t.assignee, t.owner]) u where u is not null
      union all select 'c:' || u from unnest(t.candidate_users) u
      union all select 'g:' || g from unnest(t.candidate_groups) g
    ) r (reader) where t.instance_id is not null
  union all select t.workplace_id, t.instance_id, t.root_id, 't:' || u from history_task t
    cross join lateral unnest(array[t.assignee, t.owner, t.ended_by]) u where u is not null;

-- An instance as lists see it.
create view instance_listed with (security_invoker = true) as
  select i.workplace_id, i.id as instance_id, i.started_at, i.ended_at, i.is_cancelled, i.definition_id, d.key as process_key,
    left(lower(coalesce(d.name, d.key, '')), 200) collate "C" as process_name,
    left(lower(coalesce(i.title, nullif(trim(i.business_key), ''), coalesce(d.name, d.key, '') || ' ' ||
      (100000 + ('x' || right(i.id::text, 6))::bit(24)::int % 900000))), 200) collate "C" as title_key,
    left(lower(i.business_key), 200) collate "C" as business_key
  from (
    select workplace_id, id, definition_id, title, business_key, started_at, timestamptz 'infinity' as ended_at, false as is_cancelled from instance
    union all
    select workplace_id, id, definition_id, title, business_key, started_at, ended_at, outcome = 'deleted' from history_instance
  ) i left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id;

-- One row for each reader of an instance, running or ended, with what lists are narrowed and sorted by: the first
-- instances in any order are found by index, reader by reader, however many there are and were.
create table instance_listing (
  workplace_id uuid not null,
  reader text not null,
  started_at timestamptz not null,
  instance_id uuid not null,
  -- 'infinity' while it runs.
  ended_at timestamptz not null,
  is_cancelled boolean not null,
  definition_id uuid not null,
  process_key text,
  -- As lists compare texts.
  process_name text collate "C" not null,
  title_key text collate "C" not null,
  business_key text collate "C",
  primary key (workplace_id, reader, started_at, instance_id)
);
create index instance_listing_instance on instance_listing (workplace_id, instance_id);
create index instance_listing_open on instance_listing (workplace_id, reader, started_at, instance_id) where ended_at = 'infinity';
create index instance_listing_cancelled on instance_listing (workplace_id, reader, started_at, instance_id) where is_cancelled;
create index instance_listing_ended on instance_listing (workplace_id, reader, ended_at, instance_id);
create index instance_listing_process on instance_listing (workplace_id, reader, process_key, started_at, instance_id);
create index instance_listing_process_name on instance_listing (workplace_id, reader, process_name, instance_id);
create index instance_listing_title on instance_listing (workplace_id, reader, title_key, instance_id);
create index instance_listing_key on instance_listing (workplace_id, reader, business_key, instance_id);

-- The few that stand still, for lists that are narrowed to them.
create index incident_instance on incident (workplace_id, instance_id) where instance_id is not null;
create index instance_suspended on instance (workplace_id, id) where is_suspended;

-- The rows of all workplaces move, for which their owner has to see them.
do $$
declare
  name text;
begin
  foreach name in array array['instance', 'history_instance', 'task', 'history_task', 'process_definition'] loop
    execute format('alter table %I no force row level security', name);
  end loop;
  insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key)
    select distinct l.workplace_id, r.reader, l.started_at, l.instance_id, l.ended_at, l.is_cancelled, l.definition_id, l.process_key, l.process_name, l.title_key, l.business_key
    from instance_reader r join instance_listed l on l.workplace_id = r.workplace_id and l.instance_id = r.instance_id;
  foreach name in array array['instance', 'history_instance', 'task', 'history_task', 'process_definition'] loop
    execute format('alter table %I force row level security', name);
  end loop;
end $$;

select millrace_leave_unaudited('live state and history, which tell of it', 'instance_listing');
