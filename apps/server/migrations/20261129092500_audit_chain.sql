-- The audit as a chain: each revision and each entry has a link, the SHA-256 of the link before it and of its own text. A
-- changed, removed or inserted row breaks it from there on. Rows that were written before have none.
--
-- Values that may name a person go into the link as a salted digest: without value and salt the digest says nothing, and
-- the chain stays whole. Nobody waits for more than before: the row of the counter was held anyway.

alter table audit_revision add column salt uuid, add column person bytea, add column link bytea;
-- The time of the revision before the last one, which names the partition of its entries.
alter table audit_counter add column before_at timestamptz;
alter table audit_entry add column salt uuid, add column content bytea, add column link bytea;

-- What a lawful clean-up has removed of a workplace: all revisions up to a number. The signature is of the installation's key.
create table audit_stub (
  workplace_id uuid not null,
  number bigint not null,
  -- The link of the last entry that was removed.
  head bytea not null,
  revisions bigint not null,
  entries bigint not null,
  removed_at timestamptz not null,
  signature text not null,
  primary key (workplace_id, number)
);
select millrace_append_only('audit_stub');
create policy platform_add on audit_stub for insert with check ((select current_setting('app.platform', true) = 'on'));

-- The persons whose names were erased from the audit of a workplace.
create table audit_erasure (
  workplace_id uuid not null,
  -- Id of the user, which names nobody.
  subject uuid not null,
  -- The user name, only while the trigger below looks for it. Not “username”: entries would have it as their label.
  erased_name text,
  pseudonym text not null,
  erased_at timestamptz not null,
  primary key (workplace_id, subject)
);
select millrace_append_only('audit_erasure');
create policy add_rows on audit_erasure for insert with check (workplace_id = nullif(current_setting('app.workplace', true), '')::uuid);

-- The texts that links are made of. JSON of PostgreSQL has one way to write each value.
create function millrace_audit_instant(at timestamptz) returns bigint language sql immutable as $$
  select (extract(epoch from at) * 1000000)::bigint;
$$;
create function millrace_audit_revision_text(workplace_id uuid, number bigint, at timestamptz, cause text, transaction_id bigint) returns text language sql immutable as $$
  select jsonb_build_array('revision', workplace_id, number, millrace_audit_instant(at), cause, transaction_id)::text;
$$;
create function millrace_audit_entry_text(workplace_id uuid, revision bigint, id uuid, at timestamptz, entity text, key text, operation text) returns text language sql immutable as $$
  select jsonb_build_array('entry', workplace_id, revision, id, millrace_audit_instant(at), entity, key, operation)::text;
$$;
create function millrace_audit_content_text(salt uuid, before jsonb, after jsonb, label text, label_key text) returns text language sql immutable as $$
  select jsonb_build_array(salt, before, after, label, label_key)::text;
$$;
create function millrace_audit_content(salt uuid, before jsonb, after jsonb, label text, label_key text) returns bytea language sql immutable as $$
  select sha256(convert_to(millrace_audit_content_text(salt, before, after, label, label_key), 'UTF8'));
$$;
create function millrace_audit_person(salt uuid, user_id text) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(salt, user_id)::text, 'UTF8'));
$$;

create or replace function millrace_revision(place uuid, out number bigint, out at timestamptz) language plpgsql as $$
declare
  own bigint := pg_current_xact_id()::text::bigint;
  before_at timestamptz;
  previous bytea;
  proof uuid := gen_random_uuid();
  who text := nullif(current_setting('app.user', true), '');
  why text := nullif(current_setting('app.cause', true), '');
  digest bytea;
  numbered bigint;
  moment timestamptz;
begin
  if current_setting('app.shared', true) = 'on' then
    raise exception 'Expected what is audited to be committed by itself, but it shares its transaction.' using errcode = 'MR001';
  end if;
  -- The time too: the ids of transactions begin anew in a database that was restored from a dump.
  select c.number, c.at into numbered, moment from audit_counter c where c.workplace_id = place and c.transaction_id = own and c.at >= now();
  if found then
    number := numbered;
    at := moment;
    return;
  end if;
  insert into audit_counter as c (workplace_id, number, at, transaction_id) values (place, 1, clock_timestamp(), own)
    on conflict (workplace_id) do update set number = c.number + 1, before_at = c.at, at = clock_timestamp(), transaction_id = own
    returning c.number, c.at, c.before_at into numbered, moment, before_at;
  -- By the time of the revision before, because that names the one partition to look into.
  select e.link into previous from audit_entry e where e.workplace_id = place and e.revision = numbered - 1 and e.at = before_at order by e.id desc limit 1;
  if previous is null then
    select s.head into previous from audit_stub s where s.workplace_id = place and s.number = numbered - 1;
  end if;
  digest := millrace_audit_person(proof, who);
  insert into audit_revision (workplace_id, number, at, user_id, cause, transaction_id, salt, person, link)
    values (place, numbered, moment, who, why, own, proof, digest,
      sha256(coalesce(previous, '') || convert_to(millrace_audit_revision_text(place, numbered, moment, why, own), 'UTF8') || digest));
  number := numbered;
  at := moment;
end $$;

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
  -- Entries are read in the order of their ids. Before PostgreSQL 18 a clock that is set back would give a smaller one.
  while entry <= last loop
    perform pg_sleep(0.001);
    entry := uuidv7();
  end loop;
  digest := millrace_audit_content(proof, before, after, label, lower(label));
  insert into audit_entry (workplace_id, revision, id, at, entity, key, operation, before, after, label, label_key, salt, content, link)
    values (place, number, entry, at, tg_argv[0], entity_key, lower(tg_op), before, after, label, lower(label), proof, digest,
      sha256(previous || convert_to(millrace_audit_entry_text(place, number, entry, at, tg_argv[0], entity_key, lower(tg_op)), 'UTF8') || digest));
  return null;
end $$;

-- Erases a person from the audit of their workplace: the values of the entries about them, and their name in revisions.
-- Digests and links stay. Only an insert into the table of erasures does this.
create function millrace_erase_from_audit() returns trigger language plpgsql as $$
begin
  update audit_entry e set before = null, after = null, label = null, label_key = null, salt = null
    where e.workplace_id = new.workplace_id and e.salt is not null and e.entity <> 'audit-erasure'
      and (e.key = new.subject::text or e.key like new.subject::text || '/%' or e.key like '%/' || new.subject::text);
  update audit_revision r set user_id = new.pseudonym, salt = null
    where r.workplace_id = new.workplace_id and r.salt is not null and r.user_id = new.erased_name;
  update audit_erasure x set erased_name = null where x.workplace_id = new.workplace_id and x.subject = new.subject;
  return null;
end $$;
-- At commit, after the entries of the same transaction about the person: their own changes come before it.
create constraint trigger erase after insert on audit_erasure deferrable initially deferred for each row execute function millrace_erase_from_audit();

select millrace_audit('audit_erasure', 'audit-erasure', secrets => array['erased_name'], operations => 'insert');
select millrace_audit('audit_stub', 'audit-clean-up', operations => 'insert');
