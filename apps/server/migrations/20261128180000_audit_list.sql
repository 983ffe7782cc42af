-- The audit as a list: the name of each changed entity, and an index for each way to look for revisions.

-- The name at the time of the change: an update of another column says it nowhere else. Null: the entity has no name.
alter table audit_entry add column label text;
-- In lower case, for comparisons. The trigger writes it: partitions of a month are created without generated columns.
alter table audit_entry add column label_key text collate "C";

-- Revisions are listed by time, which their numbers follow. Partitions are ranges of time, so PostgreSQL reads one after
-- the other and merges nothing. A kind of entity is looked up once for each of the three operations.
drop index audit_entry_entity;
create index audit_entry_entity on audit_entry (workplace_id, entity, operation, at, revision);
create index audit_entry_operation on audit_entry (workplace_id, operation, at, revision);
create index audit_entry_label on audit_entry (workplace_id, label_key, at, revision) where label_key is not null;
drop index audit_revision_user;
create index audit_revision_user on audit_revision (workplace_id, user_id, at, number);
create index audit_revision_at on audit_revision (workplace_id, at, number);

create or replace function millrace_write_audit() returns trigger language plpgsql as $$
declare
  key_columns text[] := tg_argv[1];
  secrets text[] := tg_argv[2];
  silent text[] := tg_argv[3];
  files text[] := tg_argv[5];
  place uuid := case when tg_op = 'DELETE' then old.workplace_id else new.workplace_id end;
  parts text[] := '{}';
  name text;
  before jsonb;
  after jsonb;
  entity_key text;
  label text;
  number bigint;
  at timestamptz;
begin
  if tg_op <> 'INSERT' then
    before := case when files = '{}' then to_jsonb(old) - 'workplace_id' - silent else millrace_audit_row(old, files, silent) end;
  end if;
  if tg_op <> 'DELETE' then
    after := case when files = '{}' then to_jsonb(new) - 'workplace_id' - silent else millrace_audit_row(new, files, silent) end;
  end if;
  if before = after then
    return null;
  end if;
  foreach name in array key_columns loop
    parts := parts || (coalesce(after, before) ->> name);
  end loop;
  entity_key := millrace_audit_key(variadic parts);
  label := left(coalesce(after ->> 'name', before ->> 'name', after ->> 'username', before ->> 'username'), 200);
  if entity_key !~ tg_argv[4] then
    secrets := '{}';
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, millrace_audit_value(b.key, b.value, secrets)), jsonb_object_agg(b.key, millrace_audit_value(b.key, after -> b.key, secrets))
      into before, after from jsonb_each(before) b where b.value is distinct from after -> b.key;
  elsif tg_op = 'INSERT' then
    select jsonb_object_agg(a.key, millrace_audit_value(a.key, a.value, secrets)) into after from jsonb_each(after) a where a.value <> 'null';
  else
    select jsonb_object_agg(b.key, millrace_audit_value(b.key, b.value, secrets)) into before from jsonb_each(before) b where b.value <> 'null';
  end if;
  -- A workplace that is deleted takes its audit with it, so what remains to be told is the platform's.
  if tg_op = 'DELETE' and tg_argv[0] = 'workplace' then
    delete from audit_entry e where e.workplace_id = place;
    delete from audit_revision r where r.workplace_id = place;
    delete from audit_counter c where c.workplace_id = place;
    place := '00000000-0000-0000-0000-000000000000';
  end if;
  select r.number, r.at into number, at from millrace_revision(place) r;
  insert into audit_entry (workplace_id, revision, id, at, entity, key, operation, before, after, label, label_key)
    values (place, number, uuidv7(), at, tg_argv[0], entity_key, lower(tg_op), before, after, label, lower(label));
  return null;
end $$;
