-- Raising an incident never fails because of its group: a step that fails would otherwise fail again by what was to tell of it.
-- Texts of a group are cut to what its indexes take in any script; what makes the group is still the whole text. Should it fail in
-- a way that nobody has thought of, such as a deadlock with another step, the incident is raised without a group.
create or replace function millrace_group_incident() returns trigger language plpgsql as $$
declare
  process text;
  cause text;
begin
  new.version_id := coalesce(new.definition_id, (select i.definition_id from instance i where i.workplace_id = new.workplace_id and i.id = new.instance_id));
  if new.root_cause_id <> new.id then
    return new;
  end if;
  begin
    process := coalesce((select d.key from process_definition d where d.workplace_id = new.workplace_id and d.id = new.version_id), '');
    cause := millrace_incident_cause(new.message);
    new.group_id := millrace_incident_group_id(process, new.element_key, new.type, cause);
    loop
      -- Held, so that nobody removes the group as one that is over.
      perform from incident_group g where g.workplace_id = new.workplace_id and g.id = new.group_id for key share;
      exit when found;
      insert into incident_group (workplace_id, id, process_key, element_key, type, cause, message, definition_id, first_at, last_at)
        values (new.workplace_id, new.group_id, left(process, 500), left(new.element_key, 500), left(new.type, 500), cause,
          left(coalesce(new.message, ''), 4000), new.version_id, new.created_at, new.created_at)
        on conflict do nothing;
    end loop;
    insert into incident_group_change (workplace_id, group_id, delta, at) values (new.workplace_id, new.group_id, 1, new.created_at);
  exception when others then
    raise warning 'An incident of % has no group: %', new.workplace_id, sqlerrm;
    new.group_id := null;
  end;
  return new;
end $$;

-- Nor does the end of one.
create or replace function millrace_ungroup_incident() returns trigger language plpgsql as $$
begin
  insert into incident_group_change (workplace_id, group_id, delta, at) values (old.workplace_id, old.group_id, -1, now());
  return null;
exception when others then
  raise warning 'The end of an incident of % is not counted: %', old.workplace_id, sqlerrm;
  return null;
end $$;
