-- Uses of tools that change something, by assistants: those that wait for the approval of their user, and those that were
-- permitted. An approval is for one use with exactly these arguments. Rows are deleted soon, the audit keeps them.
create table tool_use (
  workplace_id uuid not null references workplace,
  id uuid not null,
  user_id uuid not null,
  tool text not null,
  -- What the client calls itself. Nobody checks it.
  client text not null,
  -- The arguments as JSON text, with sorted keys.
  input text not null,
  state text not null check (state in ('waiting', 'approved', 'refused', 'used')),
  created_at timestamptz not null,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index tool_use_user on tool_use (workplace_id, user_id, created_at desc, id);
select millrace_audit('tool_use', 'tool-use', operations => 'insert or update');
