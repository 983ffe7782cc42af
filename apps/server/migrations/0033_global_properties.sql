-- Values that every process of a workplace can read, by key.

create table global_property (
  workplace_id uuid not null references workplace,
  id uuid not null,
  -- What expressions call it. Never changed, so that they go on finding it.
  key text not null,
  name text not null,
  description text not null default '',
  -- text, number, boolean, date or json.
  type text not null,
  -- JSON text. Null: it is secret.
  value text,
  -- The value of a secret one, closed with the key of the server.
  sealed bytea,
  -- What stands for a secret value until a request goes out. In no answer, so nobody can name another's.
  handle uuid,
  is_secret boolean not null generated always as (sealed is not null) stored,
  -- Goes up with each change.
  revision int not null default 1,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  key_key text collate "C" generated always as (left(lower(key), 200)) stored,
  name_key text collate "C" generated always as (left(lower(name), 200)) stored,
  primary key (workplace_id, id),
  check ((value is null) = (sealed is not null) and (sealed is null) = (handle is null))
);
create unique index global_property_key on global_property (workplace_id, lower(key));
create unique index global_property_handle on global_property (workplace_id, handle) where handle is not null;
create index global_property_list on global_property (workplace_id, key_key, id);
create index global_property_name on global_property (workplace_id, name_key, id);
create index global_property_updated on global_property (workplace_id, updated_at, id);

select millrace_audit('global_property', 'global-property', secrets => array['sealed', 'handle']);
