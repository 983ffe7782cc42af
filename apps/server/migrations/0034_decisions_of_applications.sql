-- Decisions of applications as they are designed: DMN files, a row for each version.

create table app_decision (
  workplace_id uuid not null references workplace,
  id uuid not null,
  application_id uuid not null,
  name text not null,
  -- As its design has it: the key of the decision definition.
  decision_key text not null,
  -- Keys of all decisions in the file, as the last version of the design has them.
  decision_keys text[] not null,
  -- Goes up with each change of name and key.
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
  foreign key (workplace_id, application_id) references application
);
create unique index app_decision_name on app_decision (workplace_id, application_id, lower(name));
create unique index app_decision_key on app_decision (workplace_id, lower(decision_key));
create index app_decision_list on app_decision (workplace_id, name_key, id);
create index app_decision_updated on app_decision (workplace_id, updated_at, id);
create index app_decision_application on app_decision (workplace_id, application_id, name_key, id);

create table app_decision_version (
  workplace_id uuid not null,
  decision_id uuid not null,
  version int not null,
  design_xml text not null,
  note text,
  -- The version whose design it has again.
  restored_from int,
  saved_at timestamptz not null,
  saved_by text,
  primary key (workplace_id, decision_id, version),
  foreign key (workplace_id, decision_id) references app_decision on delete cascade
);

-- Whatever is designed has a uuid, so who is at it and what is not saved of it stand in one table each. Nothing that is
-- designed is ever deleted but with its workplace.

-- Who is at a design, as long as it is renewed.
create table design_lock (
  workplace_id uuid not null references workplace,
  -- Of a form, a process or a decision.
  design_id uuid not null,
  -- The window that it is for.
  token uuid not null,
  username text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (workplace_id, design_id)
);

-- What a designer has not saved yet.
create table design_auto_save (
  workplace_id uuid not null references workplace,
  design_id uuid not null,
  user_id uuid not null,
  design_text text not null,
  -- The version that it was begun with.
  version int not null,
  saved_at timestamptz not null,
  primary key (workplace_id, design_id, user_id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index design_auto_save_user on design_auto_save (workplace_id, user_id);

alter table form_auto_save no force row level security;
alter table app_process_auto_save no force row level security;
insert into design_auto_save (workplace_id, design_id, user_id, design_text, version, saved_at)
  select workplace_id, form_id, user_id, designer_json, version, saved_at from form_auto_save;
insert into design_auto_save (workplace_id, design_id, user_id, design_text, version, saved_at)
  select workplace_id, process_id, user_id, design_xml, version, saved_at from app_process_auto_save;
-- Locks last for seconds: whoever is at a design takes his again.
drop table form_lock, app_process_lock, form_auto_save, app_process_auto_save;

alter table application_version_part drop constraint application_version_part_kind_check;
alter table application_version_part add check (kind in ('process', 'form', 'decision'));

select millrace_audit('app_decision', 'app-decision');
select millrace_audit('app_decision_version', 'app-decision-version');
select millrace_leave_unaudited('who is at it, as long as he is', 'design_lock');
select millrace_leave_unaudited('what somebody keeps for himself', 'design_auto_save');
