-- Feeds: custom data lists whose rows come from an adapter, on a schedule.

create table data_list_feed (
  workplace_id uuid not null,
  -- Of its job, too.
  id uuid not null,
  data_list_id uuid not null,
  -- Key of the adapter.
  adapter text not null,
  -- add: rows of other keys stay. replace: they are removed.
  mode text not null,
  -- Null: it runs when somebody starts it.
  every_minutes int,
  -- A run that removes a greater part of the rows waits for somebody.
  threshold_percent int not null,
  -- The user who saved it last, with whose rights it runs.
  acts_as uuid not null,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, data_list_id),
  foreign key (workplace_id, data_list_id) references data_list
);
create unique index data_list_feed_id on data_list_feed (workplace_id, id);
select millrace_audit('data_list_feed', 'data-list-feed');

create table data_list_feed_run (
  workplace_id uuid not null,
  id uuid not null,
  data_list_id uuid not null,
  at timestamptz not null,
  ms int not null,
  -- changed, unchanged, previewed, held or failed.
  outcome text not null,
  rows int not null default 0,
  added int not null default 0,
  changed int not null default 0,
  removed int not null default 0,
  message text,
  -- Null: the schedule.
  started_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, data_list_id) references data_list_feed on delete cascade
);
create index data_list_feed_run_list on data_list_feed_run (workplace_id, data_list_id, at desc, id desc);
select millrace_leave_unaudited('a log of its own', 'data_list_feed_run');
