-- What the last change by an operator made of an instance, to be undone for as long as nothing else has happened to it.
create table instance_undo (
  workplace_id uuid not null,
  root_id uuid not null,
  instance_id uuid not null,
  what text not null check (what in ('modification', 'migration', 'variables')),
  -- Of the root once the change was committed. With another one something has happened since.
  revision bigint not null,
  at timestamptz not null,
  user_id text not null,
  -- Of the content: rows as a program of this format writes them.
  format int not null,
  content bytea not null,
  primary key (workplace_id, root_id)
);
create index instance_undo_old on instance_undo (workplace_id, at);
select millrace_leave_unaudited('live state, which history tells', 'instance_undo');
