-- Incidents grouped by cause (decision 86). A group is a process, an element, a kind, and the message without its numbers and
-- ids. A new incident finds its group by a number made of those, and writes a row of `incident_group_change`, as one that ends
-- does: steps that fail for the same cause at the same time wait for no common row. The chore `incident-groups` adds the
-- changes to their groups.
create table incident_group (
  workplace_id uuid not null,
  -- Made of what the group is about: the same for every incident of it.
  id uuid not null,
  -- Empty where the process of an incident is not known.
  process_key text not null,
  element_key text,
  type text not null,
  -- The message without numbers and ids.
  cause text not null,
  -- The message of the first incident, as it was.
  message text not null,
  -- The version that the first one was in.
  definition_id uuid,
  -- As of the last time that changes were added.
  open_count int not null default 0,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Since when it has had no open incident.
  fixed_at timestamptz,
  -- A user name, as tasks have.
  owner text,
  note text,
  -- It rests until then; 'infinity': until its next incident.
  snoozed_until timestamptz,
  snoozed_at timestamptz,
  -- Goes up with each change by a person.
  revision int not null default 1,
  updated_at timestamptz,
  updated_by text,
  primary key (workplace_id, id)
);
create index incident_group_count on incident_group (workplace_id, open_count, id);
create index incident_group_last on incident_group (workplace_id, last_at, id);
create index incident_group_first on incident_group (workplace_id, first_at, id);
create index incident_group_process on incident_group (workplace_id, process_key, open_count, id);
create index incident_group_type on incident_group (workplace_id, type, open_count, id);
create index incident_group_element on incident_group (workplace_id, element_key, open_count, id);
create index incident_group_owner on incident_group (workplace_id, owner, open_count, id);
create index incident_group_fixed on incident_group (workplace_id, fixed_at, id) where fixed_at is not null;
select millrace_audit('incident_group', 'incident-group', operations => 'update',
  silent => array['open_count', 'first_at', 'last_at', 'fixed_at', 'snoozed_at', 'revision']);

create table incident_group_change (
  workplace_id uuid not null,
  id uuid not null default uuidv7(),
  group_id uuid not null,
  -- 1 for an incident, -1 for the end of one.
  delta int not null,
  at timestamptz not null,
  primary key (workplace_id, id),
  foreign key (workplace_id, group_id) references incident_group on delete cascade
);
create index incident_group_change_group on incident_group_change (workplace_id, group_id);
select millrace_leave_unaudited('derived from the incidents', 'incident_group_change');
-- One statement says which workplaces have some.
select millrace_open_to_platform('incident_group_change');

-- The message without what tells one incident from another: ids, and every word with a digit in it. Each pattern looks at a
-- character once.
create function millrace_incident_cause(message text) returns text language sql immutable parallel safe as $$
  select left(regexp_replace(coalesce(string_agg(case when part ~ '[0-9]' then '#' else part end, '' order by place), ''), '#([-.,:/]#)+', '#', 'g'), 300)
  from regexp_matches(
    regexp_replace(left(coalesce(message, ''), 1000), '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}', '0', 'g'),
    '[[:alnum:]_]+|[^[:alnum:]_]+', 'g') with ordinality as found (parts, place), lateral (select parts[1] as part) one
$$;

create function millrace_incident_group_id(process_key text, element_key text, type text, cause text) returns uuid language sql immutable parallel safe as $$
  select md5(jsonb_build_array(process_key, element_key, type, cause)::text)::uuid
$$;

alter table incident
  -- Null for those that an incident further down has raised: it is counted there.
  add column group_id uuid,
  -- The definition that it is in, whether by its instance or by itself.
  add column version_id uuid;

-- A trigger finds the group of each new incident, so that every way of raising an incident gives it one.
create function millrace_group_incident() returns trigger language plpgsql as $$
declare
  process text;
  cause text;
begin
  new.version_id := coalesce(new.definition_id, (select i.definition_id from instance i where i.workplace_id = new.workplace_id and i.id = new.instance_id));
  if new.root_cause_id <> new.id then
    return new;
  end if;
  process := coalesce((select d.key from process_definition d where d.workplace_id = new.workplace_id and d.id = new.version_id), '');
  cause := millrace_incident_cause(new.message);
  new.group_id := millrace_incident_group_id(process, new.element_key, new.type, cause);
  loop
    -- Held, so that nobody removes the group as one that is over.
    perform from incident_group g where g.workplace_id = new.workplace_id and g.id = new.group_id for key share;
    exit when found;
    insert into incident_group (workplace_id, id, process_key, element_key, type, cause, message, definition_id, first_at, last_at)
      values (new.workplace_id, new.group_id, process, new.element_key, new.type, cause, left(coalesce(new.message, ''), 4000), new.version_id, new.created_at, new.created_at)
      on conflict do nothing;
  end loop;
  insert into incident_group_change (workplace_id, group_id, delta, at) values (new.workplace_id, new.group_id, 1, new.created_at);
  return new;
end $$;
create trigger incident_grouped before insert on incident for each row execute function millrace_group_incident();

create function millrace_ungroup_incident() returns trigger language plpgsql as $$
begin
  insert into incident_group_change (workplace_id, group_id, delta, at) values (old.workplace_id, old.group_id, -1, now());
  return null;
end $$;
create trigger incident_ungrouped after delete on incident for each row when (old.group_id is not null) execute function millrace_ungroup_incident();

-- The incidents that are there, of all workplaces, for which their owner has to see them.
alter table incident no force row level security;
alter table instance no force row level security;
alter table process_definition no force row level security;
update incident n set version_id = coalesce(n.definition_id, i.definition_id)
  from incident o left join instance i on i.workplace_id = o.workplace_id and i.id = o.instance_id
  where o.workplace_id = n.workplace_id and o.id = n.id;
update incident n set group_id = millrace_incident_group_id(
    coalesce((select d.key from process_definition d where d.workplace_id = n.workplace_id and d.id = n.version_id), ''), n.element_key, n.type, millrace_incident_cause(n.message))
  where n.root_cause_id = n.id;
insert into incident_group (workplace_id, id, process_key, element_key, type, cause, message, definition_id, open_count, first_at, last_at)
  select n.workplace_id, n.group_id, coalesce(min(d.key), ''), min(n.element_key), min(n.type), min(millrace_incident_cause(n.message)),
    left(coalesce((array_agg(n.message order by n.created_at, n.id))[1], ''), 4000), (array_agg(n.version_id order by n.created_at, n.id))[1], count(*), min(n.created_at), max(n.created_at)
  from incident n left join process_definition d on d.workplace_id = n.workplace_id and d.id = n.version_id
  where n.group_id is not null group by n.workplace_id, n.group_id;
alter table incident force row level security;
alter table instance force row level security;
alter table process_definition force row level security;

-- An incident goes before its group where a whole workplace goes.
alter table incident add foreign key (workplace_id, group_id) references incident_group;
create index incident_of_group on incident (workplace_id, group_id, id) where group_id is not null;
create index incident_of_version on incident (workplace_id, version_id, element_key) where version_id is not null;
