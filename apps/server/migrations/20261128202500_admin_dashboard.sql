-- What the dashboard of administrators shows: servers, figures of each day, and sizes.

-- Processes of the installation. Each keeps its own row up to date, and removes it when it ends.
create table server (
  id uuid primary key,
  host text not null,
  process_id int not null,
  roles text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Bytes.
  memory bigint not null,
  -- Of the last minute: calls, and milliseconds within which 99 of 100 were answered.
  calls int not null,
  calls_p99 real,
  -- Milliseconds until the database answered.
  database_answer real
);

-- Kept by day, so that nobody has to count history. A day is one of the installation's time zone.
create table daily_figure (
  workplace_id uuid not null references workplace,
  day date not null,
  started int not null,
  ended int not null,
  primary key (workplace_id, day)
);
select millrace_leave_unaudited('counted from history', 'daily_figure');
select millrace_protect('daily_figure');
select millrace_open_to_platform('daily_figure');

create table daily_size (
  day date primary key,
  history bigint not null,
  audit bigint not null,
  files bigint not null,
  rest bigint not null
);

-- The figures are counted for all workplaces together. History is appended in the order of time, which a BRIN index needs.
create policy platform_reads on instance for select using ((select current_setting('app.platform', true) = 'on'));
create policy platform_reads on history_instance for select using ((select current_setting('app.platform', true) = 'on'));
create index history_instance_ended on history_instance using brin (ended_at) with (pages_per_range = 16);

-- Locked accounts are few.
create index app_user_locked on app_user (workplace_id) where status = 'locked';
