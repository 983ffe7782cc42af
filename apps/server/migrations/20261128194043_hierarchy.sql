-- The hierarchies of a workplace.

create table hierarchy (
  workplace_id uuid not null references workplace,
  id uuid not null,
  name text not null,
  description text not null,
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
create unique index hierarchy_name on hierarchy (workplace_id, lower(name));
create index hierarchy_list on hierarchy (workplace_id, name_key, id);
create index hierarchy_created on hierarchy (workplace_id, created_at, id);

select millrace_audit('hierarchy', 'hierarchy');

-- The positions of a hierarchy, each with the one above it. Nothing is derived from that: to move a branch is to write one
-- row, however many are below it. A transaction that changes positions locks the row of the hierarchy first.
create table hierarchy_node (
  workplace_id uuid not null,
  id uuid not null,
  hierarchy_id uuid not null,
  parent_id uuid,
  -- Order among those below one parent, with gaps for others between them.
  place bigint not null,
  -- May be empty: then the position is called as its person.
  name text not null,
  user_id uuid,
  -- Days, both of them included; null: without an end.
  valid_from date,
  valid_until date,
  revision int not null default 1,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, id),
  unique (workplace_id, id, hierarchy_id),
  foreign key (workplace_id, hierarchy_id) references hierarchy,
  -- Within one hierarchy only.
  foreign key (workplace_id, hierarchy_id, parent_id) references hierarchy_node (workplace_id, hierarchy_id, id) on delete cascade,
  foreign key (workplace_id, user_id) references app_user on delete set null (user_id),
  check (parent_id <> id),
  check (valid_from <= valid_until)
);
-- No index begins with the hierarchy for positions that have a parent: while PostgreSQL has not counted the rows of a new
-- hierarchy, it would take that one to look for what is below a position, and read all of the hierarchy each time.
create index hierarchy_node_parent on hierarchy_node (workplace_id, parent_id, place, id) where parent_id is not null;
create index hierarchy_node_top on hierarchy_node (workplace_id, hierarchy_id, place, id) where parent_id is null;
create index hierarchy_node_person on hierarchy_node (workplace_id, user_id, hierarchy_id) where user_id is not null;

select millrace_audit('hierarchy_node', 'hierarchy-node');
