-- The directories of a workplace, which users come from.

create table directory (
  workplace_id uuid not null references workplace,
  id uuid not null,
  name text not null,
  description text not null,
  kind text not null,
  addresses text not null,
  security text not null,
  certificate text not null,
  bind_dn text not null,
  -- Encrypted. Null: none was entered since the addresses changed.
  password bytea,
  base_dn text not null,
  user_filter text not null,
  key_attribute text not null,
  username_attribute text not null,
  first_name_attribute text not null,
  last_name_attribute text not null,
  email_attribute text not null,
  manager_attribute text not null,
  active_rule text not null,
  active_attribute text not null,
  group_rule text not null,
  group_base_dn text not null,
  group_filter text not null,
  group_name_attribute text not null,
  member_attribute text not null,
  group_mapping text not null,
  existing_rule text not null,
  signs_in boolean not null,
  every_minutes int,
  threshold_percent int not null,
  -- Who saved it last: runs have the permissions of this user. No reference, because users refer to their directory.
  acts_as uuid not null,
  -- When the schedule starts the next run; null: never.
  next_run_at timestamptz,
  -- Goes up with each change.
  revision int not null default 1,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  -- As lists compare names. A column, because row-level security keeps a comparison of lower(name) out of an index.
  name_key text collate "C" generated always as (left(lower(name), 200)) stored,
  primary key (workplace_id, id)
);
create unique index directory_name on directory (workplace_id, lower(name));
create index directory_list on directory (workplace_id, name_key, id);
create index directory_created on directory (workplace_id, created_at, id);
create index directory_due on directory (workplace_id, next_run_at) where next_run_at is not null;
select millrace_audit('directory', 'directory', secrets => array['password'], silent => array['next_run_at', 'name_key']);

-- The directory that checks the password of a user. The user has no password here as long as there is one, and becomes
-- a local user when the directory is removed.
alter table app_user add column directory_id uuid;
alter table app_user add foreign key (workplace_id, directory_id) references directory (workplace_id, id) on delete set null (directory_id);
alter table app_user add constraint app_user_one_password check (password_hash is null or directory_id is null);
create index app_user_directory on app_user (workplace_id, directory_id, id) where directory_id is not null;

-- The entries of users in their directory.
create table directory_user (
  workplace_id uuid not null references workplace,
  directory_id uuid not null,
  user_id uuid not null,
  -- Names the entry for ever, such as its entryUUID or objectGUID.
  entry_key text not null,
  -- The distinguished name at the last run.
  dn text not null,
  -- Whether the last run found the entry, and found it active.
  is_present boolean not null,
  -- Whether a run disabled the user: then a run restores them, too.
  was_disabled boolean not null default false,
  primary key (workplace_id, user_id),
  foreign key (workplace_id, directory_id) references directory (workplace_id, id) on delete cascade,
  foreign key (workplace_id, user_id) references app_user (workplace_id, id) on delete cascade
);
create unique index directory_user_entry on directory_user (workplace_id, directory_id, entry_key);
select millrace_leave_unaudited('the user is audited, with the directory', 'directory_user');

-- The memberships that a directory gave: it takes away no others.
create table directory_member (
  workplace_id uuid not null references workplace,
  directory_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (workplace_id, user_id, group_id),
  foreign key (workplace_id, directory_id) references directory (workplace_id, id) on delete cascade,
  foreign key (workplace_id, group_id, user_id) references group_member (workplace_id, group_id, user_id) on delete cascade
);
create index directory_member_group on directory_member (workplace_id, group_id, user_id);
create index directory_member_directory on directory_member (workplace_id, directory_id);
select millrace_leave_unaudited('the membership itself is audited', 'directory_member');

create table directory_run (
  workplace_id uuid not null references workplace,
  id uuid not null,
  directory_id uuid not null,
  state text not null,
  is_dry_run boolean not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  started_by text,
  found int not null default 0,
  found_groups int not null default 0,
  row_count int not null default 0,
  -- The last row that is done.
  position int not null default 0,
  new_count int not null default 0,
  changed_count int not null default 0,
  restored_count int not null default 0,
  disabled_count int not null default 0,
  same_count int not null default 0,
  refused_count int not null default 0,
  known_count int not null default 0,
  leaver_count int not null default 0,
  loser_count int not null default 0,
  -- How many may leave, and lose a group, whatever the threshold says, because somebody confirmed them.
  confirmed_leavers int,
  confirmed_losers int,
  message text not null default '',
  primary key (workplace_id, id),
  foreign key (workplace_id, directory_id) references directory (workplace_id, id) on delete cascade
);
create index directory_run_list on directory_run (workplace_id, directory_id, started_at desc, id desc);
-- One at a time.
create unique index directory_run_open on directory_run (workplace_id, directory_id) where state in ('reading', 'applying', 'waiting');
create index directory_run_old on directory_run (workplace_id, started_at) where state not in ('reading', 'applying', 'waiting');
select millrace_leave_unaudited('what a run changes is audited', 'directory_run');

create table directory_run_row (
  workplace_id uuid not null references workplace,
  run_id uuid not null,
  position int not null,
  -- A group that is created, an entry, or a user who left.
  kind text not null,
  entry_key text not null,
  dn text not null,
  name text not null,
  data jsonb not null,
  -- Null: its turn has not come.
  result text,
  changes jsonb not null default '[]',
  message text not null default '',
  primary key (workplace_id, run_id, position),
  foreign key (workplace_id, run_id) references directory_run (workplace_id, id) on delete cascade
);
create index directory_run_row_result on directory_run_row (workplace_id, run_id, result, position);
create index directory_run_row_entry on directory_run_row (workplace_id, run_id, entry_key);
select millrace_leave_unaudited('what a run changes is audited', 'directory_run_row');

-- A run waits for an answer from outside: it keeps no steps of processes waiting.
drop index job_turn;
create index job_turn on job (workplace_id, (kind in ('work', 'mail', 'directory')), priority desc, free_at) where retries > 0 and not is_suspended;
