-- Systems of others that forms ask: how each is reached, what it offers, and what is asked there.

create table external_system (
  workplace_id uuid not null references workplace,
  id uuid not null,
  name text not null,
  description text not null default '',
  -- Goes up with each change, as in the tables below.
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
create unique index external_system_name on external_system (workplace_id, lower(name));
create index external_system_list on external_system (workplace_id, name_key, id);
create index external_system_updated on external_system (workplace_id, updated_at, id);

create table external_connection (
  workplace_id uuid not null,
  id uuid not null,
  system_id uuid not null,
  -- rest or database.
  kind text not null,
  name text not null,
  description text not null default '',
  -- Where it leads and how one signs in there, without the secret.
  settings jsonb not null,
  -- The secret, closed with the key of the server. Null: it needs none.
  sealed bytea,
  revision int not null default 1,
  -- How the last test went. Null: it was never tested as it is now.
  tested_at timestamptz,
  test_ms int,
  -- What went wrong; null: it works.
  test_fault text,
  disabled_at timestamptz,
  disabled_by text,
  disabled_reason text,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, system_id) references external_system
);
create unique index external_connection_name on external_connection (workplace_id, system_id, lower(name));

create table external_api (
  workplace_id uuid not null,
  id uuid not null,
  system_id uuid not null,
  name text not null,
  description text not null default '',
  -- By which all of its adapters ask.
  connection_id uuid not null,
  revision int not null default 1,
  disabled_at timestamptz,
  disabled_by text,
  disabled_reason text,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, system_id) references external_system,
  foreign key (workplace_id, connection_id) references external_connection
);
create unique index external_api_name on external_api (workplace_id, system_id, lower(name));
create index external_api_connection on external_api (workplace_id, connection_id);

create table external_adapter (
  workplace_id uuid not null,
  id uuid not null,
  system_id uuid not null,
  api_id uuid not null,
  -- rest or sql.
  kind text not null,
  name text not null,
  -- What forms call it. Never changed, so that they go on finding it.
  key text not null,
  description text not null default '',
  -- What is asked, and how the answer is read.
  settings jsonb not null,
  revision int not null default 1,
  disabled_at timestamptz,
  disabled_by text,
  disabled_reason text,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, system_id) references external_system,
  foreign key (workplace_id, api_id) references external_api
);
create unique index external_adapter_name on external_adapter (workplace_id, system_id, lower(name));
create unique index external_adapter_key on external_adapter (workplace_id, lower(key));
create index external_adapter_api on external_adapter (workplace_id, api_id);

select millrace_audit('external_system', 'external-system');
select millrace_audit('external_connection', 'external-connection', secrets => array['sealed'], silent => array['tested_at', 'test_ms', 'test_fault']);
select millrace_audit('external_api', 'external-api');
select millrace_audit('external_adapter', 'external-adapter');
