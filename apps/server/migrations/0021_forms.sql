-- Forms as they are designed: those of applications, and templates, which are parts of forms to use again.

create table application (
  workplace_id uuid not null references workplace,
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  created_by text,
  -- As lists compare names. A column, because row-level security keeps a comparison of lower(name) out of an index.
  name_key text collate "C" generated always as (left(lower(name), 200)) stored,
  primary key (workplace_id, id)
);
create unique index application_name on application (workplace_id, lower(name));
create index application_list on application (workplace_id, name_key, id);

create table form (
  workplace_id uuid not null references workplace,
  id uuid not null,
  -- Null: a template, which belongs to none.
  application_id uuid,
  name text not null,
  -- What processes call it. A template has none.
  form_key text,
  -- Tags, with commas between them.
  labels text not null default '',
  -- Goes up with each change of what stands above.
  revision int not null default 1,
  -- Of its design, the last one; 0 before it has one.
  version int not null default 0,
  disabled_at timestamptz,
  disabled_by text,
  disabled_reason text,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  is_template boolean not null generated always as (application_id is null) stored,
  is_disabled boolean not null generated always as (disabled_at is not null) stored,
  name_key text collate "C" generated always as (left(lower(name), 200)) stored,
  primary key (workplace_id, id),
  foreign key (workplace_id, application_id) references application,
  check ((application_id is null) = (form_key is null))
);
create unique index form_name on form (workplace_id, application_id, lower(name)) nulls not distinct;
create unique index form_key on form (workplace_id, lower(form_key));
create index form_list on form (workplace_id, is_template, name_key, id);
create index form_updated on form (workplace_id, is_template, updated_at, id);

create table form_version (
  workplace_id uuid not null,
  form_id uuid not null,
  version int not null,
  -- As the designer sent it, and as the server has compiled that: JSON, which nobody asks for in parts.
  designer_json text not null,
  rendered_json text not null,
  note text,
  -- The version whose design it has again.
  restored_from int,
  saved_at timestamptz not null,
  saved_by text,
  primary key (workplace_id, form_id, version),
  foreign key (workplace_id, form_id) references form on delete cascade
);

-- Who is at a design, as long as it is renewed.
create table form_lock (
  workplace_id uuid not null,
  form_id uuid not null,
  -- The window that it is for.
  token uuid not null,
  username text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (workplace_id, form_id),
  foreign key (workplace_id, form_id) references form on delete cascade
);

-- What a designer has not saved yet.
create table form_auto_save (
  workplace_id uuid not null,
  form_id uuid not null,
  user_id uuid not null,
  designer_json text not null,
  -- The version that it was begun with.
  version int not null,
  saved_at timestamptz not null,
  primary key (workplace_id, form_id, user_id),
  foreign key (workplace_id, form_id) references form on delete cascade,
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index form_auto_save_user on form_auto_save (workplace_id, user_id);

-- Seconds between two saves by themselves; null: designs are not saved by themselves.
alter table user_profile add column auto_save_interval int;

select millrace_audit('application', 'application');
select millrace_audit('form', 'form');
select millrace_audit('form_version', 'form-version');
select millrace_leave_unaudited('who is at it, as long as he is', 'form_lock');
select millrace_leave_unaudited('what somebody keeps for himself', 'form_auto_save');
