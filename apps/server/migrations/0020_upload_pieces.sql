-- Files that are on their way: each piece as it came, until the statement that keeps the file puts them together. What is
-- left behind goes after an hour. After a crash nobody waits for them any more, so they need not outlast one.
create unlogged table upload_piece (
  workplace_id uuid not null references workplace,
  upload_id uuid not null,
  number int not null,
  bytes bytea not null,
  at timestamptz not null,
  primary key (workplace_id, upload_id, number)
);
create index upload_piece_age on upload_piece (at);
alter table upload_piece alter column bytes set storage external;

select millrace_leave_unaudited('on its way to where it is kept', 'upload_piece');
-- A chore looks for what is left behind, wherever it is.
select millrace_open_to_platform('upload_piece');
