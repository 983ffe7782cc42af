-- Steps write the rows of lists, so a row goes into the indexes of the orders later: a chore files them by the thousand,
-- where a step would have to touch nine indexes for each reader, when an instance begins and again when it ends. Until then
-- it is found by its reader alone, and what of a reader is not filed yet is few enough to be sorted.
alter table instance_listing add column is_filed boolean not null default true;
alter table instance_listing alter column is_filed set default false;

alter table instance_listing drop constraint instance_listing_pkey;
drop index instance_listing_instance, instance_listing_open, instance_listing_cancelled, instance_listing_ended,
  instance_listing_process, instance_listing_process_name, instance_listing_title, instance_listing_key;
alter table instance_listing add primary key (workplace_id, instance_id, reader);
create index instance_listing_unfiled on instance_listing (workplace_id, reader, started_at, instance_id) where not is_filed;
create index instance_listing_started on instance_listing (workplace_id, reader, started_at, instance_id) where is_filed;
create index instance_listing_open on instance_listing (workplace_id, reader, started_at, instance_id) where is_filed and ended_at = 'infinity';
create index instance_listing_cancelled on instance_listing (workplace_id, reader, started_at, instance_id) where is_filed and is_cancelled;
create index instance_listing_ended on instance_listing (workplace_id, reader, ended_at, instance_id) where is_filed;
create index instance_listing_process on instance_listing (workplace_id, reader, process_key, started_at, instance_id) where is_filed;
create index instance_listing_process_name on instance_listing (workplace_id, reader, process_name, instance_id) where is_filed;
create index instance_listing_title on instance_listing (workplace_id, reader, title_key, instance_id) where is_filed;
create index instance_listing_key on instance_listing (workplace_id, reader, business_key, instance_id) where is_filed;

select millrace_open_to_platform('instance_listing');

-- What lists compare, in one place.
create function millrace_listed_text(value text) returns text immutable language sql as
  $$ select left(lower(value), 200) $$;
create function millrace_listed_title(title text, business_key text, process text, instance_id uuid) returns text immutable language sql as
  $$ select left(lower(coalesce(title, nullif(trim(business_key), ''), coalesce(process, '') || ' ' ||
    (100000 + ('x' || right(instance_id::text, 6))::bit(24)::int % 900000))), 200) $$;

create or replace view instance_listed with (security_invoker = true) as
  select i.workplace_id, i.id as instance_id, i.started_at, i.ended_at, i.is_cancelled, i.definition_id, d.key as process_key,
    millrace_listed_text(coalesce(d.name, d.key, '')) collate "C" as process_name,
    millrace_listed_title(i.title, i.business_key, coalesce(d.name, d.key), i.id) collate "C" as title_key,
    millrace_listed_text(i.business_key) collate "C" as business_key
  from (
    select workplace_id, id, definition_id, title, business_key, started_at, timestamptz 'infinity' as ended_at, false as is_cancelled from instance
    union all
    select workplace_id, id, definition_id, title, business_key, started_at, ended_at, outcome = 'deleted' from history_instance
  ) i left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id;

-- Who started an instance is involved by that: a row for each task that he had as well would say nothing more.
create or replace view instance_reader with (security_invoker = true) as
  select workplace_id, id as instance_id, root_id, 's:' || start_user_id as reader from instance
    where start_user_id is not null and caller_instance_id is null
  union all select workplace_id, id, root_id, 's:' || start_user_id from history_instance
    where start_user_id is not null and caller_instance_id is null
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
