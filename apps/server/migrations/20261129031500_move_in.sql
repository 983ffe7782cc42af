-- What was taken over from the database of another engine, so that a second run takes over only what is new, and a run
-- that was stopped continues.
create table moved_item (
  workplace_id uuid not null,
  -- The installation that it comes from.
  source text not null,
  -- deployment, hierarchy, history, user, …
  kind text not null,
  -- As the source names it.
  source_id text not null,
  moved_at timestamptz not null,
  primary key (workplace_id, source, kind, source_id)
);
select millrace_leave_unaudited('What is taken over is audited itself.', 'moved_item');
