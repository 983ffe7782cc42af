-- Names of variables that only users with the right may read, as the model has them: `salary`, `iban*`.
alter table process_definition add column restricted_variables text[];
alter table former_definition add column restricted_variables text[];
create index process_definition_restricted on process_definition (workplace_id) where restricted_variables is not null;
create index former_definition_restricted on former_definition (workplace_id) where restricted_variables is not null;

create or replace function millrace_keep_lifetime() returns trigger language plpgsql as $$
begin
  insert into former_definition (workplace_id, id, key, version, name, history_time_to_live, history_level, restricted_variables)
    values (old.workplace_id, old.id, old.key, old.version, old.name, old.history_time_to_live, old.history_level, old.restricted_variables) on conflict do nothing;
  return null;
end $$;

-- The restricted names of a workplace: those of its setting and of all models. A name is restricted in all processes, so
-- that a value stays restricted when it is passed to a called process.
create function millrace_restricted_names(workplace uuid) returns json stable language sql as $$
  select coalesce(json_agg(distinct n.name), '[]') from (
    select trim(s.name) as name from setting g cross join lateral unnest(string_to_array(g.value #>> '{}', ',')) s (name)
      where g.workplace_id = workplace and g.key = 'variables.restricted'
    union all
    select unnest(d.restricted_variables) from process_definition d where d.workplace_id = workplace and d.restricted_variables is not null
    union all
    select unnest(d.restricted_variables) from former_definition d where d.workplace_id = workplace and d.restricted_variables is not null) n
  where n.name <> ''
$$;

-- Whether the reader sees restricted variables of an instance. `app.shows` has the processes: `+` and a list of keys, `-`
-- and a list of all others, or nothing.
create function millrace_shows_restricted(of_workplace uuid, of_instance uuid) returns boolean stable language plpgsql as $$
declare
  shows text := coalesce(current_setting('app.shows', true), '');
  process_key text;
begin
  if shows = '' then return false; end if;
  select coalesce(
      (select d.key from process_definition d where d.workplace_id = of_workplace and d.id = i.definition_id),
      (select d.key from former_definition d where d.workplace_id = of_workplace and d.id = i.definition_id)) into process_key
    from (select definition_id from instance where workplace_id = of_workplace and id = of_instance
      union all select definition_id from history_instance where workplace_id = of_workplace and id = of_instance limit 1) i;
  return case left(shows, 1) when '-' then coalesce(not jsonb_exists(substr(shows, 2)::jsonb, process_key), true)
    else coalesce(jsonb_exists(substr(shows, 2)::jsonb, process_key), false) end;
end $$;

-- Reads of a user without the right find no restricted variables: neither their values nor a row that is filtered or
-- sorted by them. Steps of the engine read without `app.hides`.
create policy restricted_variables on variable as restrictive for select using (
  (select coalesce(current_setting('app.hides', true), '') = '')
  or name !~* (select current_setting('app.hides', true))
  or millrace_shows_restricted(workplace_id, instance_id));
create policy restricted_variables on history_variable as restrictive for select using (
  (select coalesce(current_setting('app.hides', true), '') = '')
  or name !~* (select current_setting('app.hides', true))
  or millrace_shows_restricted(workplace_id, instance_id));
-- Submitted fields of forms are variables, too.
create policy restricted_variables on history_fact as restrictive for select using (
  (select coalesce(current_setting('app.hides', true), '') = '')
  or kind <> 'form-field'
  or (data ->> 'fieldId') !~* (select current_setting('app.hides', true))
  or millrace_shows_restricted(workplace_id, instance_id));
