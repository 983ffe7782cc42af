-- Changes of many users: how far each is, and its users with what becomes of them. Both go after some days.
create table user_change (
  workplace_id uuid not null,
  id uuid not null,
  -- In whose name it is done, with the rights that they have when a user comes to their turn.
  user_id uuid not null,
  change jsonb not null,
  state text not null check (state in ('checking', 'checked', 'changing', 'done', 'cancelled')),
  total_count int not null,
  done_count int not null default 0,
  -- Users up to this one are checked or changed.
  position int not null default 0,
  changed_count int not null default 0,
  same_count int not null default 0,
  refused_count int not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index user_change_of_user on user_change (workplace_id, user_id, created_at desc);

create table user_change_row (
  workplace_id uuid not null,
  change_id uuid not null,
  -- From 1, in the order of the list.
  position int not null,
  account_id uuid not null,
  result text check (result in ('changed', 'same', 'refused')),
  added text[] not null default '{}',
  removed text[] not null default '{}',
  code text,
  message text,
  primary key (workplace_id, change_id, position),
  foreign key (workplace_id, change_id) references user_change on delete cascade,
  foreign key (workplace_id, account_id) references app_user on delete cascade
);
create index user_change_row_account on user_change_row (workplace_id, account_id);
create index user_change_row_result on user_change_row (workplace_id, change_id, result, position);

select millrace_leave_unaudited('what becomes of them is audited with the accounts', 'user_change', 'user_change_row');
