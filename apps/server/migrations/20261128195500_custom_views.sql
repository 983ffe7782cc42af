-- A custom view is a view of a list that is in the menu, under a name of its own there.
alter table list_view add column alias_name text;
create unique index list_view_alias on list_view (workplace_id, list, lower(alias_name)) where alias_name is not null;
create index list_view_in_menu on list_view (workplace_id, list) where alias_name is not null;

-- The rows of all workplaces move, for which their owner has to see them.
alter table custom_view no force row level security;
alter table list_view no force row level security;
insert into list_view (workplace_id, id, list, owner_id, name, alias_name, search, columns, sharing, roles, created_at, created_by, updated_at, updated_by)
  select workplace_id, id, case kind when 'process' then 'processes.all' else 'tasks.open' end, null, alias_name, alias_name, '{}', '{}', 'some',
    '{RoleProcessAdmin,RoleAdmin}', created_at, created_by, created_at, created_by from custom_view;
alter table list_view force row level security;
drop table custom_view;
