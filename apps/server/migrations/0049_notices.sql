-- What people are told: that they have been given a task, that one is due, that somebody has named them, that what they
-- started is over. Written in the commit of what it tells, and only for those who want to be told.
create table notice (
  workplace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('assigned', 'dueSoon', 'overdue', 'mentioned', 'ended')),
  -- What it is about. Its name is read with the rights of whoever reads: here stands none.
  task_id uuid,
  instance_id uuid,
  comment_id uuid,
  -- Of a task that is due: another date is another notice.
  due_at timestamptz,
  -- How an instance ended: completed, cancelled or failed.
  outcome text check (outcome in ('completed', 'cancelled', 'failed')),
  -- Whoever caused it; null for the program.
  told_by text,
  created_at timestamptz not null,
  -- In the product; else it is there for its mail alone.
  is_shown boolean not null,
  read_at timestamptz,
  -- When its mail is due, and the job that sends it; null for one that is not mailed.
  mail_at timestamptz,
  mail_id uuid,
  mailed_at timestamptz,
  -- Why it could not be sent, after the last try.
  mail_error text,
  -- When its task was answered by the link in its mail.
  answered_at timestamptz,
  is_read boolean not null generated always as (read_at is not null) stored,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index notice_list on notice (workplace_id, user_id, created_at, id) where is_shown;
create index notice_unread on notice (workplace_id, user_id, created_at, id) where is_shown and read_at is null;
create index notice_task on notice (workplace_id, task_id) where task_id is not null;
create index notice_mail on notice (workplace_id, mail_id) where mail_id is not null;
create index notice_waiting on notice (workplace_id, mail_at) where mail_at is not null and mail_id is null;
create index notice_age on notice (workplace_id, created_at);
-- Each is told once.
create unique index notice_due_once on notice (workplace_id, user_id, task_id, kind, due_at) where kind in ('dueSoon', 'overdue');
create unique index notice_failed_once on notice (workplace_id, user_id, instance_id) where outcome = 'failed';
create unique index notice_mention_once on notice (workplace_id, user_id, comment_id) where comment_id is not null;

-- How somebody wants to be told. Whoever has no row is told everything in the product, and nothing by mail.
create table notice_setting (
  workplace_id uuid not null,
  user_id uuid not null,
  -- Kinds.
  in_product text[] not null,
  by_mail text[] not null,
  -- One mail a day, at that hour of that place; else each at once.
  is_daily boolean not null,
  hour smallint not null check (hour between 0 and 23),
  time_zone text not null,
  -- Whether tasks can be answered by links in mails.
  has_answers boolean not null,
  primary key (workplace_id, user_id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);

-- Up to when it was looked for tasks that have come due.
create table notice_watch (
  workplace_id uuid primary key references workplace,
  looked_until timestamptz not null
);
create index task_due on task (workplace_id, due_at, id) where due_at is not null and assignee is not null;

select millrace_leave_unaudited('told by the history of what it is about', 'notice');
select millrace_leave_unaudited('what somebody keeps for himself', 'notice_setting');
select millrace_leave_unaudited('how far the program has come', 'notice_watch');
