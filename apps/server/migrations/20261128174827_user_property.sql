-- Properties that a workplace adds to its users, and their values.

create table user_property (
  workplace_id uuid not null references workplace,
  id uuid not null,
  name text not null,
  key text not null,
  type text not null check (type in ('text', 'number', 'date', 'boolean', 'choice', 'user', 'group')),
  is_required boolean not null,
  is_unique boolean not null,
  -- Of the type choice.
  choices text[] not null,
  -- Empty: none.
  default_value text not null,
  default_description text not null,
  viewers text not null check (viewers in ('everyone', 'user', 'administrators')),
  editors text not null check (editors in ('user', 'administrators')),
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
create unique index user_property_name on user_property (workplace_id, lower(name));
create unique index user_property_key on user_property (workplace_id, lower(key));
create index user_property_list on user_property (workplace_id, name_key, id);
create index user_property_created on user_property (workplace_id, created_at, id);

create table user_property_value (
  workplace_id uuid not null,
  user_id uuid not null,
  property_id uuid not null,
  value text not null,
  -- The value as unique properties compare it; null while the property is not unique.
  unique_key text,
  primary key (workplace_id, user_id, property_id),
  foreign key (workplace_id, user_id) references app_user on delete cascade,
  foreign key (workplace_id, property_id) references user_property
);
create unique index user_property_value_unique on user_property_value (workplace_id, property_id, unique_key)
  where unique_key is not null;
create index user_property_value_of_property on user_property_value (workplace_id, property_id);

select millrace_audit('user_property', 'user-property');
select millrace_audit('user_property_value', 'user-property-value');
