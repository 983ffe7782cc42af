-- Own lists of processes and tasks that stand in the menu.

create table custom_view (
  workplace_id uuid not null references workplace,
  id uuid not null,
  kind text not null check (kind in ('process', 'task')),
  -- What the menu calls it.
  alias_name text not null,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (workplace_id, id)
);
create unique index custom_view_alias on custom_view (workplace_id, kind, lower(alias_name));
