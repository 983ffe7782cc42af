-- Returns the smallest id after the given one.
create function millrace_next_uuid(id uuid) returns uuid language plpgsql immutable as $$
declare
  bytes bytea := uuid_send(id);
  place int := 15;
begin
  while get_byte(bytes, place) = 255 loop
    bytes := set_byte(bytes, place, 0);
    place := place - 1;
  end loop;
  return encode(set_byte(bytes, place, get_byte(bytes, place) + 1), 'hex')::uuid;
end $$;

-- As before, but an entry after a clock was set back gets the id after that of the entry before it: the transaction no
-- longer waits until the clock has caught up.
create or replace function millrace_write_audit() returns trigger language plpgsql as $$
<<own>>
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
  entry uuid;
  last uuid;
  proof uuid := gen_random_uuid();
  digest bytea;
  previous bytea;
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
    delete from audit_stub s where s.workplace_id = place;
    delete from audit_erasure x where x.workplace_id = place;
    place := '00000000-0000-0000-0000-000000000000';
  end if;
  select r.number, r.at into number, at from millrace_revision(place) r;
  -- After the entry before it in this revision, else after the revision itself. The counter's row is held: nobody else adds.
  select e.link, e.id into previous, last from audit_entry e where e.workplace_id = place and e.revision = number and e.at = own.at order by e.id desc limit 1;
  if previous is null then
    select r.link into previous from audit_revision r where r.workplace_id = place and r.number = own.number and r.at = own.at;
  end if;
  entry := uuidv7();
  -- Entries are read in the order of their ids. Before PostgreSQL 18 a clock that is set back gives a smaller one.
  if entry <= last then
    entry := millrace_next_uuid(last);
  end if;
  digest := millrace_audit_content(proof, before, after, label, lower(label));
  insert into audit_entry (workplace_id, revision, id, at, entity, key, operation, before, after, label, label_key, salt, content, link)
    values (place, number, entry, at, tg_argv[0], entity_key, lower(tg_op), before, after, label, lower(label), proof, digest,
      sha256(previous || convert_to(millrace_audit_entry_text(place, number, entry, at, tg_argv[0], entity_key, lower(tg_op)), 'UTF8') || digest));
  return null;
end $$;
