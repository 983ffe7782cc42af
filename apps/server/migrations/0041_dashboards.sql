-- How somebody has arranged his dashboard: cards in their order, and which of them are shown. Whoever has no row has it as it comes.
create table dashboard_layout (
  workplace_id uuid not null,
  user_id uuid not null,
  cards text[] not null,
  -- Those that are not shown.
  hidden text[] not null,
  primary key (workplace_id, user_id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
select millrace_leave_unaudited('what somebody keeps for himself', 'dashboard_layout');
