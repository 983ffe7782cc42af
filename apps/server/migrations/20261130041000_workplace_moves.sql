-- Since when nothing of the workplace changes in this database, because it is being moved to another one.
alter table workplace add column moving_at timestamptz;

-- In the first database: the workplaces that are being moved between databases, or created or imported in one, and how
-- far that is. An interrupted command continues from here, or undoes it.
create table workplace_move (
  -- Not “workplace_id”: rows with that move along with their workplace.
  moved_id uuid primary key,
  -- Names of databases; null: the first one. An import has no source.
  source text,
  target text,
  -- copying: the source counts, and nothing changes there. switched: the target counts, and the source is still to be
  -- cleared. undone: the source counts and is open, and the target is still to be cleared. creating, importing: the
  -- target counts, and is closed until all of the workplace is there.
  step text not null check (step in ('copying', 'switched', 'undone', 'creating', 'importing')),
  -- The command that works on it. One that repeats the move writes its own id, and the one before can change nothing more.
  holder uuid not null,
  started_at timestamptz not null default now()
);
select millrace_leave_unaudited('how far a command is; the change of the workplace is audited', 'workplace_move');

-- Whether a server notices that a workplace is being moved. Older servers, and those that know of one database, do not.
alter table server add column refuses_moved boolean;

-- Begins a change in a workplace: refused while the workplace is being moved, and where it no longer lives. The lock makes
-- a move wait for the changes that have started. By statements of its own, which see what was committed before the lock,
-- and see the row of the workplace by its setting.
create function millrace_enter(place uuid) returns text language plpgsql volatile as $$
declare
  is_refused boolean := false;
begin
  perform set_config('app.workplace', place::text, true);
  if place <> '00000000-0000-0000-0000-000000000000' then
    is_refused := not pg_try_advisory_xact_lock_shared(hashtextextended('millrace changes ' || place, 0));
    -- By a statement of its own, with a snapshot from after the lock.
    if not is_refused then
      is_refused := case when exists (select from workplace w where w.workplace_id = place)
        then exists (select from workplace w where w.workplace_id = place and (w.moving_at is not null or w.cell is not null))
        else exists (select from cell_identity where name is not null) end;
    end if;
  end if;
  if is_refused then
    raise exception 'Expected a workplace that lives in this database, but % is being moved, or was.', place using errcode = 'MR002';
  end if;
  return place::text;
end $$;

-- Whether rows of a workplace may come and go unchanged, because they are moved: no trigger works on them, which worked
-- where they come from, and rows that are otherwise only added can be removed. Only where the workplace does not live.
create function millrace_is_moved(place uuid) returns boolean language sql stable as $$
  select current_setting('app.moves', true) = 'on' and place = nullif(current_setting('app.workplace', true), '')::uuid
    and exists (select from workplace w where w.workplace_id = place and (w.moving_at is not null or w.cell is not null));
$$;

create function millrace_let_move(target regclass) returns void language plpgsql as $$
begin
  execute format('create policy moved_in on %s for insert with check (millrace_is_moved(workplace_id))', target);
  execute format('create policy moved_out on %s for delete using (millrace_is_moved(workplace_id))', target);
end $$;
select millrace_let_move(tgrelid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
where tgname = 'append_only' and not relispartition and relnamespace = current_schema()::regnamespace;

-- Makes the triggers of a table rest while its rows are moved. Every trigger of a table with a workplace_id that works on
-- added or removed rows needs this; a test finds those without.
create function millrace_rest_in_moves(target regclass) returns void language plpgsql as $$
declare
  name text;
  definition text;
begin
  for name, definition in
    select tgname, pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = target and not tgisinternal and tgparentid = 0 and (tgtype & 12) > 0 and pg_get_triggerdef(oid) not like '%app.moves%'
  loop
    definition := case
      when definition like '% WHEN (%' then regexp_replace(definition, ' WHEN \((.*)\) EXECUTE FUNCTION ', ' WHEN (current_setting(''app.moves'', true) is distinct from ''on'' and (\1)) EXECUTE FUNCTION ')
      else replace(definition, ' EXECUTE FUNCTION ', ' WHEN (current_setting(''app.moves'', true) is distinct from ''on'') EXECUTE FUNCTION ') end;
    execute format('drop trigger %I on %s', name, target);
    execute definition;
  end loop;
end $$;

-- Each table in a transaction of its own, so that none is locked for longer than its own triggers take.
create procedure millrace_rest_all_in_moves() language plpgsql as $$
declare
  target regclass;
begin
  for target in
    select distinct tgrelid::regclass from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_attribute a on a.attrelid = c.oid
    where not tgisinternal and tgparentid = 0 and not relispartition and relnamespace = current_schema()::regnamespace
      and attname = 'workplace_id' and not attisdropped
  loop
    perform millrace_rest_in_moves(target);
    commit;
  end loop;
end $$;

-- As before, and the trigger rests in moves.
create or replace function millrace_audit(target regclass, entity text, key_columns text[] default null, secrets text[] default '{}', secret_keys text default '',
  silent text[] default '{}', operations text default 'insert or update or delete') returns void language plpgsql as $$
begin
  key_columns := coalesce(key_columns, array(
    select a.attname from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum where i.indrelid = target and i.indisprimary and a.attname <> 'workplace_id' order by k.place));
  execute format('drop trigger if exists audit on %s', target);
  execute format('create constraint trigger audit after %s on %s deferrable initially deferred for each row when (current_setting(''app.moves'', true) is distinct from ''on'') execute function millrace_write_audit(%L, %L, %L, %L, %L, %L)',
    operations, target, entity, key_columns, secrets, silent || array['updated_at', 'updated_by', 'changed_at', 'changed_by'], secret_keys,
    array(select attname from pg_attribute where attrelid = target and atttypid = 'bytea'::regtype and attnum > 0 and not attisdropped));
end $$;
