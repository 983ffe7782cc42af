import type pg from 'pg'

/** The number of writes to each table, by its name. */
export type Writes = ReadonlyMap<string, string>

interface Known {
  readonly total: string
  readonly writes: Writes
}

const counting = new WeakMap<pg.Pool, Promise<void>>()
const known = new WeakMap<pg.Pool, Known>()

/**
 * Counts the writes to each table, by any connection. Tables with the same count have the same rows; while a
 * transaction is open that may have written, the count is different each time. Partitions count for their table.
 *
 * The first call installs the counters. Querying the tables themselves was a third of all statements of the tests.
 */
export async function readWrites(admin: pg.Pool): Promise<Writes> {
  const isCounting = counting.get(admin) ?? countWrites(admin)
  counting.set(admin, isCounting)
  await isCounting
  const total = await readTotal(admin)
  const before = known.get(admin)
  if (before?.total === total) return before.writes
  const { rows } = await admin.query<{ name: string; version: string }>({
    name: 'versions_of_tables',
    text: `select c.relname as name, concat(pg_sequence_last_value(c.oid), case when c.relname in (
        select w.relname from pg_locks l join pg_class w on w.oid = l.relation where l.mode = 'RowExclusiveLock'
          and l.database = (select oid from pg_database where datname = current_database()) and ${isOfOthers}
      ) then ' ' || clock_timestamp() end) as version
      from pg_class c where c.relnamespace = 'written'::regnamespace and c.relkind = 'S' and c.relname <> 'in all'`,
  })
  const writes = new Map(rows.map(({ name, version }) => [name, version]))
  known.set(admin, { total, writes })
  return writes
}

/** To ask a sequence what it has counted takes the lock of who writes to it. */
const isOfOthers = 'l.pid <> pg_backend_pid()'

/** The same of all tables together. What is written after it has another one the next time. */
async function readTotal(admin: pg.Pool): Promise<string> {
  const { rows } = await admin.query<{ total: string }>({
    name: 'writes_in_all',
    text: `select concat(pg_sequence_last_value('written."in all"'::regclass), case when exists (
        select from pg_locks l where l.mode = 'RowExclusiveLock'
          and l.database = (select oid from pg_database where datname = current_database()) and ${isOfOthers}
      ) then ' ' || clock_timestamp() end) as total`,
  })
  return rows[0]?.total ?? ''
}

async function countWrites(admin: pg.Pool): Promise<void> {
  await admin.query(`create schema written;
    create sequence written."in all";
    create function written.count() returns trigger language plpgsql security definer
      as $$ begin perform nextval(tg_argv[0]::regclass), nextval('written."in all"'); return null; end $$`)
  // By row, because a request that finds nothing to change asks for it all the same: when somebody was last seen, with each.
  // Partitions have the trigger of their table, but for what empties them.
  await admin.query(
    `do $$ declare name text; part regclass; begin
      for name in select c.relname from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition loop
        execute format('create sequence written.%I', name);
        execute format('create trigger written after insert or update or delete on %I
          for each row execute function written.count(%L)', name, format('written.%I', name));
        execute format('alter table %I enable always trigger written', name);
        for part in select relid from pg_partition_tree(format('%I', name)::regclass) union select format('%I', name)::regclass loop
          execute format('create trigger emptied after truncate on %s
            for each statement execute function written.count(%L)', part, format('written.%I', name));
          execute format('alter table %s enable always trigger emptied', part);
        end loop;
      end loop;
    end $$`,
  )
}
