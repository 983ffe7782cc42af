-- Backups that were completed, for the dashboard of administrators. The command for backups writes the rows.
create table backup_run (
  id uuid primary key,
  -- The moment of the database that the backup holds.
  taken_at timestamptz not null,
  ended_at timestamptz not null,
  -- Host and folder.
  place text not null,
  -- Bytes on the disk.
  size bigint not null,
  row_count bigint not null,
  is_encrypted boolean not null,
  -- It was restored in a scratch place.
  is_checked boolean not null
);
create index backup_run_taken on backup_run (taken_at);
