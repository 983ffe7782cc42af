-- When somebody is away, and who works at his tasks meanwhile. It begins and ends by itself.
create table absence (
  workplace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  -- Null: whoever it was has no account any more.
  substitute_id uuid check (substitute_id <> user_id),
  note text,
  -- Keys of processes; null: all of his tasks.
  process_keys text[],
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade,
  foreign key (workplace_id, substitute_id) references app_user on delete set null (substitute_id)
);
create index absence_of_user on absence (workplace_id, user_id, until_at);
create index absence_of_substitute on absence (workplace_id, substitute_id, until_at) where substitute_id is not null;
select millrace_audit('absence', 'absence');
