-- The audit: who has changed what of a workplace's people, rights, settings and designs, when, and by which call.
--
-- Triggers write it, so no way around it exists in the program. They run when the transaction commits: whatever it
-- changed in a workplace is one revision, numbered from 1 without gaps and in the order of commits, and a revision's
-- number is taken for the moment of the commit alone, so that writers of one workplace do not wait for each other's work.
-- Live state has its history and is not audited. Which tables are is said at the end of this file.

-- --- tables ---------------------------------------------------------------------------------------

-- What the platform itself has done, such as deleting a workplace, stands under the workplace of zeros.
create table audit_revision (
  workplace_id uuid not null,
  number bigint not null,
  at timestamptz not null,
  -- Null for the program itself.
  user_id text,
  -- The call, job or command. Null for whoever came around the program.
  cause text,
  transaction_id bigint not null,
  primary key (workplace_id, number, at)
) partition by range (at);
create index audit_revision_user on audit_revision (workplace_id, user_id, number);

create table audit_entry (
  workplace_id uuid not null,
  revision bigint not null,
  -- In the order of the changes.
  id uuid not null,
  at timestamptz not null,
  entity text not null,
  key text not null,
  operation text not null check (operation in ('insert', 'update', 'delete')),
  -- Of an update the columns that it changed, else those that are not null.
  before jsonb,
  after jsonb,
  primary key (workplace_id, revision, id, at)
) partition by range (at);
create index audit_entry_entity on audit_entry (workplace_id, entity, revision, id);
create index audit_entry_key on audit_entry (workplace_id, entity, key, revision, id);

-- The last revision of each workplace.
create table audit_counter (
  workplace_id uuid not null,
  number bigint not null,
  at timestamptz not null,
  transaction_id bigint not null,
  primary key (workplace_id)
) with (fillfactor = 50);

-- --- the wall -------------------------------------------------------------------------------------

-- A workplace sees its own rows. Rows come and go by triggers only, for the program's role as for any other.
create function millrace_append_only(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy workplace_rows on %s for select using (workplace_id = nullif(current_setting(''app.workplace'', true), '''')::uuid)', target);
  execute format('create policy platform_rows on %s for select using (workplace_id = ''00000000-0000-0000-0000-000000000000'' and (select current_setting(''app.platform'', true) = ''on''))', target);
  execute format('create policy triggers_read on %s for select using (pg_trigger_depth() > 0)', target);
  execute format('create policy triggers_add on %s for insert with check (pg_trigger_depth() > 0)', target);
  execute format('create policy triggers_change on %s for update using (pg_trigger_depth() > 0)', target);
  execute format('create policy triggers_remove on %s for delete using (pg_trigger_depth() > 0)', target);
  execute format('create trigger append_only before update or delete on %s for each statement when (pg_trigger_depth() = 0) execute function millrace_refuse_change()', target);
  execute format('create trigger append_only_whole before truncate on %s for each statement execute function millrace_refuse_change()', target);
end $$;

create function millrace_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Expected the audit to be added to only, but this is %.', tg_op using errcode = 'insufficient_privilege', table = tg_table_name;
end $$;

create table audit_revision_default partition of audit_revision default;
create table audit_entry_default partition of audit_entry default;
select millrace_append_only(t) from unnest(array['audit_revision', 'audit_revision_default', 'audit_entry', 'audit_entry_default', 'audit_counter']::regclass[]) t;

-- --- months ---------------------------------------------------------------------------------------

-- Makes the partitions of one month of a table, if they are not there. The default partition takes what comes before
-- that, and gives it to the month when it is made: nothing may lie in it that belongs to another partition.
create function millrace_make_month(parent text, time_column text, month date) returns void language plpgsql as $$
declare
  part text := parent || to_char(date_trunc('month', month), '_YYYY_MM');
  rest text := parent || '_default';
  first date := date_trunc('month', month);
  next date := first + interval '1 month';
begin
  if to_regclass(part) is not null then
    return;
  end if;
  execute format('create table %I (like %I including defaults including constraints)', part, parent);
  -- The rows of all workplaces move, for which their owner has to see them, and may take them away.
  execute format('alter table %I no force row level security', rest);
  execute format('alter table %I disable trigger user', rest);
  execute format('with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from moved',
    rest, time_column, first, next, part);
  execute format('alter table %I enable trigger user', rest);
  execute format('alter table %I force row level security', rest);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, first, next);
  if parent like 'audit%' then
    perform millrace_append_only(part::regclass);
  else
    perform millrace_protect(part::regclass);
  end if;
end $$;

-- Makes the partitions of one month of all tables that have them.
create or replace function millrace_make_history_partitions(month date) returns void language sql as $$
  select millrace_make_month(parent, case when parent in ('history_instance', 'history_element', 'history_task') then 'ended_at' else 'at' end, month)
  from unnest(array['history_instance', 'history_element', 'history_task', 'history_variable', 'history_fact', 'audit_revision', 'audit_entry']) parent;
$$;

-- --- writing --------------------------------------------------------------------------------------

-- The revision of this transaction in a workplace. The counter's row is held from the first change that is written, at
-- commit, to the end of the transaction.
create function millrace_revision(place uuid, out number bigint, out at timestamptz) language plpgsql as $$
declare
  own bigint := pg_current_xact_id()::text::bigint;
begin
  -- The time too: the ids of transactions begin anew in a database that was restored from a dump.
  select c.number, c.at into number, at from audit_counter c where c.workplace_id = place and c.transaction_id = own and c.at >= now();
  if found then
    return;
  end if;
  insert into audit_counter as c (workplace_id, number, at, transaction_id) values (place, 1, clock_timestamp(), own)
    on conflict (workplace_id) do update set number = c.number + 1, at = clock_timestamp(), transaction_id = own
    returning c.number, c.at into number, at;
  insert into audit_revision (workplace_id, number, at, user_id, cause, transaction_id)
    values (place, number, at, nullif(current_setting('app.user', true), ''), nullif(current_setting('app.cause', true), ''), own);
end $$;

-- How a value stands in an entry: a secret only as hidden, a long one by size and digest.
create function millrace_audit_value(name text, value jsonb, secrets text[]) returns jsonb language sql stable as $$
  select case
    when value = 'null' then value
    when name = any(secrets) then '{"hidden": true}'
    when octet_length(value::text) > 65536 then jsonb_build_object('sha256', encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 'size', octet_length(value::text))
    else value end;
$$;

-- The key of an entity as entries have it: one column as it is, several with slashes between. A long one ends in its digest.
create function millrace_audit_key(variadic parts text[]) returns text language plpgsql immutable as $$
declare
  part text;
  key text := parts[1];
begin
  if cardinality(parts) > 1 then
    key := null;
    foreach part in array parts loop
      part := replace(replace(coalesce(part, ''), '%', '%25'), '/', '%2F');
      key := case when key is null then part else key || '/' || part end;
    end loop;
  end if;
  return case when length(key) > 500 then left(key, 460) || '…' || md5(key) else coalesce(key, '') end;
end $$;

-- A row as JSON without its workplace and the columns that do not count, files only by size and digest: they may be
-- larger than what JSON can hold.
create function millrace_audit_row(given record, files text[], silent text[]) returns jsonb language plpgsql stable as $$
declare
  file text;
  digest jsonb;
  found jsonb;
begin
  found := to_jsonb(jsonb_populate_record(given, (select jsonb_object_agg(name, null) from unnest(files) name)));
  foreach file in array files loop
    execute format('select jsonb_build_object(''sha256'', encode(sha256(($1).%1$I), ''hex''), ''size'', octet_length(($1).%1$I)) where ($1).%1$I is not null', file)
      into digest using given;
    found := jsonb_set(found, array[file], coalesce(digest, 'null'));
  end loop;
  return found - 'workplace_id' - silent;
end $$;

create function millrace_write_audit() returns trigger language plpgsql as $$
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
  insert into audit_entry (workplace_id, revision, id, at, entity, key, operation, before, after)
    values (place, number, uuidv7(), at, tg_argv[0], entity_key, lower(tg_op), before, after);
  return null;
end $$;

-- Writes each change of a table's rows to the audit from now on, as changes of an entity. Another call takes its place.
--
-- key_columns: what tells one entity from others; the primary key without the workplace if not said.
-- secrets: columns whose values are never written, only that they changed. secret_keys: only in rows whose key matches.
-- silent: columns that do not count, beside those that say who has changed the row when.
-- operations: which of them count.
create function millrace_audit(target regclass, entity text, key_columns text[] default null, secrets text[] default '{}', secret_keys text default '',
  silent text[] default '{}', operations text default 'insert or update or delete') returns void language plpgsql as $$
begin
  key_columns := coalesce(key_columns, array(
    select a.attname from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum where i.indrelid = target and i.indisprimary and a.attname <> 'workplace_id' order by k.place));
  execute format('drop trigger if exists audit on %s', target);
  execute format('create constraint trigger audit after %s on %s deferrable initially deferred for each row execute function millrace_write_audit(%L, %L, %L, %L, %L, %L)',
    operations, target, entity, key_columns, secrets, silent || array['updated_at', 'updated_by', 'changed_at', 'changed_by'], secret_keys,
    array(select attname from pg_attribute where attrelid = target and atttypid = 'bytea'::regtype and attnum > 0 and not attisdropped));
end $$;

-- Says of tables why their changes are not audited. A test wants one of the two of every table with a workplace.
create function millrace_leave_unaudited(why text, variadic targets regclass[]) returns void language plpgsql as $$
declare
  target regclass;
begin
  foreach target in array targets loop
    execute format('comment on table %s is %L', target, 'Not audited: ' || why);
  end loop;
end $$;

-- --- what is audited ------------------------------------------------------------------------------

-- When the platform has last begun to write all of a workplace into a file.
alter table workplace add column exported_at timestamptz;

-- People and rights. Tries to sign in count when they lock an account, which changes its status.
select millrace_audit('workplace', 'workplace', key_columns => array['reference']);
select millrace_audit('app_user', 'user', secrets => array['password_hash'], silent => array['failed_tries', 'last_login_at']);
select millrace_audit('user_role', 'user-role');
select millrace_audit('user_group', 'group');
select millrace_audit('group_member', 'group-member');
select millrace_audit('user_profile', 'user-profile');
select millrace_audit('api_token', 'api-token', secrets => array['token_hash'], silent => array['last_used_at']);
select millrace_audit('sso_identity', 'sso-identity');
select millrace_audit('tenant', 'tenant');
select millrace_audit('tenant_member', 'tenant-member', key_columns => array['tenant_id', 'user_id', 'group_id']);

-- Settings and how it looks.
select millrace_audit('setting', 'setting', secrets => array['value'], secret_keys => '(secret|password|token|key)$');
select millrace_audit('site_theme', 'site-theme');
select millrace_audit('site_picture', 'site-picture');
select millrace_audit('user_theme', 'theme');

-- What is designed and deployed. Where jobs are made comes with the definition, so only what an operator changes counts.
select millrace_audit('deployment', 'deployment');
select millrace_audit('deployment_resource', 'deployment-resource');
select millrace_audit('process_definition', 'process-definition');
select millrace_audit('decision_definition', 'decision-definition');
select millrace_audit('decision_requirements', 'decision-requirements');
select millrace_audit('job_definition', 'job-definition', operations => 'update');
select millrace_audit('java_binding', 'java-binding');
select millrace_audit('business_calendar', 'business-calendar');
select millrace_audit('category', 'category');
select millrace_audit('process_category', 'process-category');
select millrace_audit('custom_view', 'custom-view');

select millrace_leave_unaudited('live state, which history tells', 'instance', 'root', 'element', 'variable', 'task', 'task_candidate', 'task_link', 'task_comment', 'task_attachment', 'job', 'subscription', 'external_task', 'incident', 'stored_file');
select millrace_leave_unaudited('history', 'history_instance', 'history_element', 'history_task', 'history_variable', 'history_fact');
select millrace_leave_unaudited('comes with a definition', 'process_element');
select millrace_leave_unaudited('what somebody keeps for himself', 'process_favourite');
select millrace_leave_unaudited('signing in', 'session', 'session_spent_refresh', 'sso_session');
select millrace_leave_unaudited('the audit', 'audit_revision', 'audit_entry', 'audit_counter');
