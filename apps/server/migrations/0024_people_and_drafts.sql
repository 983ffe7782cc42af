-- What forms need while they are filled: people by name, and what somebody has typed and not sent yet.

-- People as they are called, in the order in which they are listed. A column, because row-level security keeps a
-- comparison of what is computed out of an index.
alter table app_user add column display_key text collate "C" not null generated always as (
  left(lower(coalesce(nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), username)), 200)
) stored;
create index app_user_display on app_user (workplace_id, display_key, username);
select millrace_audit('app_user', 'user', secrets => array['password_hash'],
  silent => array['last_login_at', 'username_key', 'email_key', 'display_key']);

-- One for each user and form: that of a task, or the one that starts a process, whatever its version.
create table form_draft (
  workplace_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('task', 'start')),
  -- Id of the task; key of the process.
  subject text not null,
  -- Of the document that was filled.
  form_hash text not null,
  -- JSON, as it was sent: an incomplete form, which nobody has checked.
  entries text not null,
  -- Uploads that it names: they stay as long as it does.
  file_ids uuid[] not null,
  -- Rises with each save. A window that knows another one has not seen the latest.
  revision int not null,
  -- The window that saved it: it is not in its own way.
  writer text not null,
  saved_at timestamptz not null,
  primary key (workplace_id, user_id, kind, subject),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
-- A task that is over takes its drafts away.
create index form_draft_subject on form_draft (workplace_id, kind, subject);
create index form_draft_age on form_draft (saved_at);
select millrace_leave_unaudited('what somebody keeps for himself', 'form_draft');
-- A chore lets go of old ones, wherever they are.
select millrace_open_to_platform('form_draft');
