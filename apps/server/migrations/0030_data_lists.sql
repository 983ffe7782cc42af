-- Lists of values that designers keep and forms choose from.

create table data_list (
  workplace_id uuid not null references workplace,
  id uuid not null,
  name text not null,
  -- What forms call it. Never changed, so that they go on finding it.
  key text not null,
  description text not null default '',
  -- In their order: {slot, key, name, type, isRequired, isKey}.
  columns jsonb not null,
  -- Where the cells of the next column will stand in rows. No slot is used twice: older versions go on being readable.
  next_slot int not null,
  -- Goes up with each change of name, description or columns.
  revision int not null default 1,
  -- Of what it holds: columns and rows.
  version int not null default 1,
  row_count int not null default 0,
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
create unique index data_list_name on data_list (workplace_id, lower(name));
create unique index data_list_key on data_list (workplace_id, lower(key));
create index data_list_list on data_list (workplace_id, name_key, id);
create index data_list_updated on data_list (workplace_id, updated_at, id);

-- A row as it was from one version up to another, without that; null: up to now. A version costs the rows that are others.
create table data_list_row (
  workplace_id uuid not null,
  data_list_id uuid not null,
  id uuid not null,
  since int not null,
  until int,
  -- Hexadecimal digits by which rows are ordered: between two there is always another.
  place text collate "C" not null,
  -- By slot, from 1; each as the type of its column writes it.
  cells text[] not null,
  -- Of the first four slots, as choices are looked for. Those of further columns are found by reading the rows of a list.
  key_1 text collate "C" generated always as (left(lower(cells[1]), 200)) stored,
  key_2 text collate "C" generated always as (left(lower(cells[2]), 200)) stored,
  key_3 text collate "C" generated always as (left(lower(cells[3]), 200)) stored,
  key_4 text collate "C" generated always as (left(lower(cells[4]), 200)) stored,
  primary key (workplace_id, data_list_id, id, since),
  foreign key (workplace_id, data_list_id) references data_list
);
-- Not unique: a row is closed and written anew in one statement, which checks in any order. The list's lock keeps them apart.
create index data_list_row_now on data_list_row (workplace_id, data_list_id, place) where until is null;
create index data_list_row_past on data_list_row (workplace_id, data_list_id, until) where until is not null;
create index data_list_row_1 on data_list_row (workplace_id, data_list_id, key_1) where until is null;
create index data_list_row_2 on data_list_row (workplace_id, data_list_id, key_2) where until is null;
create index data_list_row_3 on data_list_row (workplace_id, data_list_id, key_3) where until is null;
create index data_list_row_4 on data_list_row (workplace_id, data_list_id, key_4) where until is null;

create table data_list_version (
  workplace_id uuid not null,
  data_list_id uuid not null,
  version int not null,
  columns jsonb not null,
  row_count int not null,
  -- Rows that are others than in the version before.
  added int not null,
  changed int not null,
  removed int not null,
  -- Where the rows came from: the name of a file; null when they were edited.
  source text,
  restored_from int,
  saved_at timestamptz not null,
  saved_by text,
  primary key (workplace_id, data_list_id, version),
  foreign key (workplace_id, data_list_id) references data_list
);

select millrace_audit('data_list', 'data-list');
select millrace_audit('data_list_version', 'data-list-version');
select millrace_leave_unaudited('their version says how many of them are others, and keeps them as they were', 'data_list_row');
