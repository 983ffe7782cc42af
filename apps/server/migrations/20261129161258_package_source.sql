-- Sources of packages: another installation or a folder, whose packages wait for approval here.

create table package_source (
  workplace_id uuid not null references workplace,
  id uuid not null,
  name text not null,
  description text not null,
  kind text not null check (kind in ('installation', 'folder')),
  -- Of the other installation.
  url text not null,
  -- Keys, with commas between them.
  applications text not null,
  with_rows boolean not null,
  -- The whole path.
  folder text not null,
  -- Null: only when somebody asks.
  every_minutes int,
  -- Encrypted with the secret of the installation.
  token bytea,
  -- The user with whose permissions packages are compared: who saved the source last.
  acts_as uuid not null,
  looked_at timestamptz,
  -- What the last look found. Null: there was none.
  outcome text check (outcome in ('ok', 'retry', 'failed')),
  message text not null default '',
  -- Looks in a row that did not find a package.
  failures int not null default 0,
  -- Of the last content that was received.
  received_digest text,
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
  -- As lists compare names. A column, because row-level security keeps a comparison of lower(name) out of an index.
  name_key text collate "C" generated always as (left(lower(name), 200)) stored,
  primary key (workplace_id, id)
);
create unique index package_source_name on package_source (workplace_id, lower(name));
create index package_source_list on package_source (workplace_id, name_key, id);
create index package_source_created on package_source (workplace_id, created_at, id);

select millrace_audit('package_source', 'package-source', secrets => array['token'],
  silent => array['looked_at', 'outcome', 'message', 'failures', 'received_digest']);

alter table package_import
  -- The source that the package was received from. Null: somebody has uploaded it.
  add column source_id uuid,
  -- Of its items, without the time and the signature of the package.
  add column content_digest text,
  -- Why it was dismissed.
  add column reason text,
  add column ended_by text,
  add foreign key (workplace_id, source_id) references package_source,
  drop constraint package_import_state_check,
  add constraint package_import_state_check
    check (state in ('read', 'waiting', 'running', 'done', 'failed', 'cancelled', 'rolled-back', 'dismissed'));
-- One package of a source waits at a time.
create unique index package_import_inbox on package_import (workplace_id, source_id) where state = 'read' and source_id is not null;
create index package_import_source on package_import (workplace_id, source_id, created_at desc) where source_id is not null;
