-- Up to when somebody has seen what came to him: the bell tells what came later.
create table task_seen (
  workplace_id uuid not null,
  user_id uuid not null,
  seen_at timestamptz not null,
  primary key (workplace_id, user_id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);

select millrace_leave_unaudited('what somebody keeps for himself', 'task_seen');
