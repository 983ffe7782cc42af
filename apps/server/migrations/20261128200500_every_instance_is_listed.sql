-- The list of every instance, for those who run processes, is that of one reader more, `*`: so it has the orders, filters
-- and counts of the lists of users, with their indexes.
create or replace view instance_reader with (security_invoker = true) as
  select workplace_id, id as instance_id, root_id, 's:' || start_user_id as reader from instance
    where start_user_id is not null and caller_instance_id is null
  union all select workplace_id, id, root_id, 's:' || start_user_id from history_instance
    where start_user_id is not null and caller_instance_id is null
  union all select workplace_id, id, root_id, '*' from instance
  union all select workplace_id, id, root_id, '*' from history_instance
  union all select t.workplace_id, t.instance_id, t.root_id, r.reader from task t
    join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
    cross join lateral (
      select 't:' || u from unnest(array[t.assignee, t.owner]) u where u is not null and (u <> i.start_user_id or i.caller_instance_id is not null) is not false
      union all select 'c:' || u from unnest(t.candidate_users) u
      union all select 'g:' || g from unnest(t.candidate_groups) g
    ) r (reader)
  union all select t.workplace_id, t.instance_id, t.root_id, 't:' || u from history_task t
    cross join lateral unnest(array[t.assignee, t.owner, t.ended_by]) u
    where u is not null and t.instance_id is not null
      and not exists (select from instance i where i.workplace_id = t.workplace_id and i.id = t.instance_id and i.start_user_id = u and i.caller_instance_id is null)
      and not exists (select from history_instance i where i.workplace_id = t.workplace_id and i.id = t.instance_id and i.start_user_id = u and i.caller_instance_id is null);

-- One version of a process, which users do not ask for.
create index instance_listing_definition on instance_listing (workplace_id, definition_id, started_at, instance_id) where is_filed and reader = '*';

-- The rows of all workplaces, for which their owner has to see them.
do $$
declare
  name text;
begin
  foreach name in array array['instance', 'history_instance', 'process_definition', 'instance_listing'] loop
    execute format('alter table %I no force row level security', name);
  end loop;
  insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key, is_filed)
    select workplace_id, '*', started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key, true from instance_listed
    on conflict do nothing;
  foreach name in array array['instance', 'history_instance', 'process_definition', 'instance_listing'] loop
    execute format('alter table %I force row level security', name);
  end loop;
end $$;
