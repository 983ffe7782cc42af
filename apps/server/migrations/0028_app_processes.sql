-- Processes of applications as they are designed: BPMN files, a row for each version.

create table app_process (
  workplace_id uuid not null references workplace,
  id uuid not null,
  application_id uuid not null,
  name text not null,
  -- As its design has it: the key of the process definition.
  process_key text not null,
  -- Null: that of the application.
  category_id uuid,
  -- Chosen for it; null: that of the design.
  icon text,
  -- As the last version of the design says them. Starters with commas between them.
  documentation text,
  starter_users text,
  starter_groups text,
  -- Goes up with each change of what stands above.
  revision int not null default 1,
  -- Of its design, the last one.
  version int not null default 1,
  disabled_at timestamptz,
  disabled_by text,
  disabled_reason text,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  is_disabled boolean not null generated always as (disabled_at is not null) stored,
  name_key text collate "C" generated always as (left(lower(name), 200)) stored,
  primary key (workplace_id, id),
  foreign key (workplace_id, application_id) references application,
  foreign key (workplace_id, category_id) references category
);
create unique index app_process_name on app_process (workplace_id, application_id, lower(name));
create unique index app_process_key on app_process (workplace_id, lower(process_key));
create index app_process_list on app_process (workplace_id, name_key, id);
create index app_process_updated on app_process (workplace_id, updated_at, id);
create index app_process_application on app_process (workplace_id, application_id, name_key, id);
create index app_process_category on app_process (workplace_id, category_id);

create table app_process_version (
  workplace_id uuid not null,
  process_id uuid not null,
  version int not null,
  design_xml text not null,
  note text,
  -- The version whose design it has again.
  restored_from int,
  saved_at timestamptz not null,
  saved_by text,
  primary key (workplace_id, process_id, version),
  foreign key (workplace_id, process_id) references app_process on delete cascade
);

-- Who is at a design, as long as it is renewed.
create table app_process_lock (
  workplace_id uuid not null,
  process_id uuid not null,
  -- The window that it is for.
  token uuid not null,
  username text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (workplace_id, process_id),
  foreign key (workplace_id, process_id) references app_process on delete cascade
);

-- What a designer has not saved yet.
create table app_process_auto_save (
  workplace_id uuid not null,
  process_id uuid not null,
  user_id uuid not null,
  design_xml text not null,
  -- The version that it was begun with.
  version int not null,
  saved_at timestamptz not null,
  primary key (workplace_id, process_id, user_id),
  foreign key (workplace_id, process_id) references app_process on delete cascade,
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index app_process_auto_save_user on app_process_auto_save (workplace_id, user_id);

select millrace_audit('app_process', 'app-process');
select millrace_audit('app_process_version', 'app-process-version');
select millrace_leave_unaudited('who is at it, as long as he is', 'app_process_lock');
select millrace_leave_unaudited('what somebody keeps for himself', 'app_process_auto_save');
