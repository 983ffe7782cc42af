-- Moves of another engine's database that the page orders: the source, how far it is, and the report.
create table move_in (
  workplace_id uuid not null references workplace,
  id uuid not null,
  vendor text not null check (vendor in ('postgresql', 'mysql')),
  host text not null,
  port int not null,
  database_name text not null,
  -- Where the tables are in PostgreSQL. Empty: by the search path of the user.
  schema_name text not null,
  username text not null,
  -- The password, encrypted with the secret of the installation.
  sealed bytea not null,
  encryption text not null check (encryption in ('off', 'on', 'verified')),
  time_zone text not null,
  since timestamptz,
  -- Null: all.
  definitions text[],
  state text not null check (state in ('checking', 'checked', 'moving', 'stopping', 'stopped', 'done', 'failed')),
  is_dry_run boolean not null,
  -- When the move began that is in progress or can be continued. Null: it has not begun.
  started_at timestamptz,
  product text,
  -- The step, the id of its last row, and the number of rows: see `Position`.
  position jsonb,
  -- Exactly what is up to the position: see `StoredReport`.
  report jsonb,
  message text not null default '',
  created_at timestamptz not null,
  created_by text,
  ended_at timestamptz,
  primary key (workplace_id, id)
);
create index move_in_last on move_in (workplace_id, created_at desc);
-- Two moves of one source would write the same rows.
create unique index move_in_once on move_in (workplace_id) where state in ('checking', 'moving', 'stopping');

select millrace_audit('move_in', 'move-in', secrets => array['sealed'],
  silent => array['product', 'position', 'report', 'message', 'started_at', 'ended_at']);
