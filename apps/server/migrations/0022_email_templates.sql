-- Texts of mails, and mails by which somebody tries them.

create table email_template (
  workplace_id uuid not null references workplace,
  id uuid not null,
  name text not null,
  -- With placeholders. The HTML has nothing that a mail must not have.
  subject text not null,
  html text not null,
  -- What becomes of a placeholder without a value.
  missing_values text not null check (missing_values in ('empty', 'refuse')),
  -- Names of the variables that its placeholders read.
  variables text[] not null,
  -- Goes up with each change.
  revision int not null default 1,
  disabled_at timestamptz,
  disabled_by text,
  disabled_reason text,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  is_disabled boolean not null generated always as (disabled_at is not null) stored,
  name_key text collate "C" generated always as (left(lower(name), 200)) stored,
  primary key (workplace_id, id)
);
create unique index email_template_name on email_template (workplace_id, lower(name));
create index email_template_list on email_template (workplace_id, name_key, id);
create index email_template_updated on email_template (workplace_id, updated_at, id);

-- A mail to try a template, under the id of the job that sends it. Remembered for a day.
create table test_mail (
  workplace_id uuid not null references workplace,
  id uuid not null,
  recipient text not null,
  subject text not null,
  html text not null,
  plain_text text not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  -- What went wrong at the last try.
  error text,
  created_at timestamptz not null,
  created_by text,
  primary key (workplace_id, id)
);
create index test_mail_age on test_mail (workplace_id, created_at);

select millrace_audit('email_template', 'email-template');
select millrace_leave_unaudited('a day''s memory of mails that were tried', 'test_mail');

-- Mails wait for an answer from outside, as the work of processes does.
drop index job_turn;
create index job_turn on job (workplace_id, (kind in ('work', 'mail')), priority desc, free_at) where retries > 0 and not is_suspended;
