-- Test sign-ins at the provider of single sign-on: what its claims were, for the administrator who tested.
create table sso_test (
  workplace_id uuid not null references workplace,
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamptz not null,
  -- Null: the test has not come back yet.
  result jsonb,
  primary key (workplace_id, token_hash),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index sso_test_user on sso_test (workplace_id, user_id, created_at);
create index sso_test_age on sso_test (workplace_id, created_at);
select millrace_leave_unaudited('it changes nothing, and is deleted after an hour', 'sso_test');
