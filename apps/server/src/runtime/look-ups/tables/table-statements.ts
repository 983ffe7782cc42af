import { type DatabaseVendor, tableLimits } from '@millrace/contract'

/** A statement that lists tables with their columns, a row for each column, and the value of each of its placeholders. */
export interface TableStatement {
  readonly statement: string
  readonly values: readonly (string | null)[]
}

export interface TableQuery {
  /** A part of the name of a table or column, in any case; empty: all tables. */
  readonly search: string
  /** The table after which the page begins; null: the first page. */
  readonly after: { readonly schema: string; readonly name: string } | null
}

/** One more table than a page has tells whether there is another page. */
const most = tableLimits.tables + 1
const columns = tableLimits.columns

/**
 * Returns the statement that lists the tables of a database, as its vendor writes it. Each row has the schema, the table,
 * its kind, and the name, type, nullability, key and reference of a column. System tables are left out.
 */
export function writeTableStatement(vendor: DatabaseVendor, { search, after }: TableQuery): TableStatement {
  const [text, schema, name] = [search === '' ? null : search, after?.schema ?? null, after?.name ?? null]
  switch (vendor) {
    case 'postgresql':
      return { statement: postgresql, values: [text, schema, name] }
    case 'mysql':
      return { statement: mysql, values: [text, text, text, name, name] }
    case 'sqlite':
      return { statement: sqlite, values: [text, text, text, name, name] }
    case 'sqlserver':
      return { statement: sqlServer, values: [text, schema, name] }
    case 'oracle':
      return { statement: oracle, values: [text, schema, name] }
    default:
      return vendor satisfies never
  }
}

const postgresql = `
select p.schema, p.name, case when p.relkind in ('v', 'm') then 'view' else 'table' end as kind,
  a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type,
  case when a.attnotnull then 'no' else 'yes' end as nullable,
  case when exists (select from pg_index i where i.indrelid = p.oid and i.indisprimary and a.attnum = any(i.indkey)) then 'yes' else 'no' end as key,
  (select f.confrelid::regclass::text || '.' || t.attname from pg_constraint f
    join pg_attribute t on t.attrelid = f.confrelid and t.attnum = f.confkey[array_position(f.conkey, a.attnum)]
    where f.conrelid = p.oid and f.contype = 'f' and a.attnum = any(f.conkey) order by f.conname limit 1) as reference
from (select c.oid, n.nspname as schema, c.relname as name, c.relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      and n.nspname <> 'information_schema' and left(n.nspname, 3) <> 'pg_'
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
      and ($1::text is null or position(lower($1::text) in lower(c.relname)) > 0
        or exists (select from pg_attribute x where x.attrelid = c.oid and x.attnum > 0 and not x.attisdropped and position(lower($1::text) in lower(x.attname)) > 0))
      and ($2::text is null or (n.nspname, c.relname) > ($2::name, $3::name))
    order by n.nspname, c.relname limit ${most}) p
  left join pg_attribute a on a.attrelid = p.oid and a.attnum between 1 and ${columns} and not a.attisdropped
order by p.schema, p.name, a.attnum`

/** Its catalogue compares names without regard to case, but "Orders" and "orders" can be two tables. */
const mysql = `
select p.s, p.n, case when p.k = 'VIEW' then 'view' else 'table' end, c.column_name, c.column_type,
  case when c.is_nullable = 'YES' then 'yes' else 'no' end, case when c.column_key = 'PRI' then 'yes' else 'no' end,
  (select concat(u.referenced_table_name, '.', u.referenced_column_name) from information_schema.key_column_usage u
    where u.table_schema = p.s and u.table_name = p.n and binary u.table_name = binary p.n and u.column_name = c.column_name and u.referenced_table_name is not null limit 1)
from (select t.table_schema as s, t.table_name as n, t.table_type as k from information_schema.tables t
    where t.table_schema = database()
      and (? is null or instr(lower(t.table_name), lower(?)) > 0 or exists (select 1 from information_schema.columns x
        where x.table_schema = t.table_schema and x.table_name = t.table_name and binary x.table_name = binary t.table_name and instr(lower(x.column_name), lower(?)) > 0))
      and (? is null or binary t.table_name > binary ?)
    order by binary t.table_name limit ${most}) p
  join information_schema.columns c on c.table_schema = p.s and c.table_name = p.n and binary c.table_name = binary p.n
where c.ordinal_position <= ${columns}
order by binary p.n, c.ordinal_position`

/**
 * The columns come from a function of the process of the question, which has none for a view that cannot be used. A
 * pragma would fail, and the whole list with it.
 */
const sqlite = `
select '', p.name, p.type, c.value ->> 'name', c.value ->> 'type', case when c.value ->> 'notnull' = 0 then 'yes' else 'no' end,
  case when c.value ->> 'pk' > 0 then 'yes' else 'no' end,
  (select f."table" || coalesce('.' || f."to", '') from pragma_foreign_key_list(p.name) f where f."from" = c.value ->> 'name' limit 1)
from (select s.name, s.type from sqlite_schema s
    where s.type in ('table', 'view') and substr(s.name, 1, 7) <> 'sqlite_'
      and (? is null or instr(lower(s.name), lower(?)) > 0
        or exists (select 1 from json_each(columns_of(s.name)) x where instr(lower(x.value ->> 'name'), lower(?)) > 0))
      and (? is null or s.name > ?)
    order by s.name limit ${most}) p left join json_each(columns_of(p.name)) c
where c.key is null or c.key < ${columns}
order by p.name, c.key`

const sqlServer = `
select p.s, p.n, p.k, c.name, type_name(c.user_type_id), case when c.is_nullable = 1 then 'yes' else 'no' end,
  case when exists (select 1 from sys.indexes i join sys.index_columns k on k.object_id = i.object_id and k.index_id = i.index_id
    where i.object_id = p.id and i.is_primary_key = 1 and k.column_id = c.column_id) then 'yes' else 'no' end,
  (select top (1) object_name(f.referenced_object_id) + '.' + col_name(f.referenced_object_id, f.referenced_column_id)
    from sys.foreign_key_columns f where f.parent_object_id = p.id and f.parent_column_id = c.column_id)
from (select o.object_id as id, h.name as s, o.name as n, case when o.type = 'V' then 'view' else 'table' end as k
    from sys.objects o join sys.schemas h on h.schema_id = o.schema_id
    where o.type in ('U', 'V') and o.is_ms_shipped = 0
      and (@p1 is null or charindex(lower(@p1), lower(o.name)) > 0
        or exists (select 1 from sys.columns x where x.object_id = o.object_id and charindex(lower(@p1), lower(x.name)) > 0))
      and (@p2 is null or h.name > @p2 or (h.name = @p2 and o.name > @p3))
    order by h.name, o.name offset 0 rows fetch next ${most} rows only) p
  join sys.columns c on c.object_id = p.id
where c.column_id <= ${columns}
order by p.s, p.n, c.column_id`

/** Schemas that Oracle itself maintains are left out. A reference is found by the unique constraint that it names. */
const oracle = `
select p.s, p.n, p.k, c.column_name, c.data_type, case when c.nullable = 'Y' then 'yes' else 'no' end,
  case when exists (select 1 from all_constraints k join all_cons_columns x on x.owner = k.owner and x.constraint_name = k.constraint_name
    where k.owner = p.s and k.table_name = p.n and k.constraint_type = 'P' and x.column_name = c.column_name) then 'yes' else 'no' end,
  (select min(r.table_name || '.' || r.column_name) from all_constraints k
    join all_cons_columns x on x.owner = k.owner and x.constraint_name = k.constraint_name
    join all_cons_columns r on r.owner = k.r_owner and r.constraint_name = k.r_constraint_name and r.position = x.position
    where k.owner = p.s and k.table_name = p.n and k.constraint_type = 'R' and x.column_name = c.column_name)
from (select o.owner as s, o.object_name as n, case when o.object_type = 'VIEW' then 'view' else 'table' end as k
    from all_objects o join all_users u on u.username = o.owner
    where o.object_type in ('TABLE', 'VIEW') and u.oracle_maintained = 'N' and o.object_name not like 'BIN$%'
      and (:p1 is null or instr(lower(o.object_name), lower(:p1)) > 0
        or exists (select 1 from all_tab_columns x where x.owner = o.owner and x.table_name = o.object_name and instr(lower(x.column_name), lower(:p1)) > 0))
      and (:p2 is null or o.owner > :p2 or (o.owner = :p2 and o.object_name > :p3))
    order by o.owner, o.object_name fetch first ${most} rows only) p
  left join all_tab_columns c on c.owner = p.s and c.table_name = p.n and c.column_id <= ${columns}
order by p.s, p.n, c.column_id`
