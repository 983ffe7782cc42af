-- Users are found by name or address whatever the case. Row-level security keeps a condition with lower() from an index
-- (the function is not leakproof, so it may see rows only after the policy), a plain column not.
alter table app_user
  add column username_key text not null generated always as (lower(username)) stored,
  add column email_key text generated always as (lower(email)) stored;
drop index app_user_username;
drop index app_user_email;
create unique index app_user_username on app_user (workplace_id, username_key);
create index app_user_email on app_user (workplace_id, email_key);
-- As tasks name them.
create index app_user_exact_username on app_user (workplace_id, username);
select millrace_audit('app_user', 'user', secrets => array['password_hash'],
  silent => array['last_login_at', 'username_key', 'email_key']);
