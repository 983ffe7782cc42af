-- How the dashboard comes for those who have a role and have not arranged it themselves: cards in their order, and which of
-- them are not shown.
create table role_dashboard (
  workplace_id uuid not null references workplace,
  role text not null,
  cards text[] not null,
  hidden text[] not null,
  primary key (workplace_id, role)
);
select millrace_audit('role_dashboard', 'role-dashboard');
