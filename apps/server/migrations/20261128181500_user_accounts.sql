-- Accounts as user administrators keep them: a revision, since when and by whom an account is disabled, and lists in order.
alter table app_user
  -- Counts changes: a change names the revision that its user has seen.
  add column revision int not null default 1,
  add column disabled_at timestamptz,
  add column disabled_by text,
  -- A column, because row-level security keeps what is computed out of an index. Users who never signed in come first.
  add column last_login_key timestamptz not null generated always as (coalesce(last_login_at, '-infinity'::timestamptz)) stored;
select millrace_audit('app_user', 'user', secrets => array['password_hash'],
  silent => array['last_login_at', 'last_login_key', 'username_key', 'email_key', 'display_key']);

create index app_user_by_name on app_user (workplace_id, display_key, id);
create index app_user_by_sign_in on app_user (workplace_id, last_login_key, id);
-- Few are disabled or locked among many.
create index app_user_by_state on app_user (workplace_id, status, display_key, id) where status <> 'enabled';
create index user_role_holders on user_role (workplace_id, role, user_id);
