-- Sign-ins of the emergency administrator, so that the audit has an entry for each.
create table emergency_sign_in (
  workplace_id uuid not null references workplace,
  id uuid not null,
  user_id uuid not null,
  username text not null,
  address text,
  method text not null,
  created_at timestamptz not null,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index emergency_sign_in_user on emergency_sign_in (workplace_id, user_id, created_at);
select millrace_audit('emergency_sign_in', 'emergency-sign-in', operations => 'insert');
