-- Categories as designers keep them: in an order of their own, with an icon, for some or for everybody.

alter table category
  -- Among those with the same parent.
  add column position int not null default 0,
  add column description text not null default '',
  -- `icon:set`.
  add column icon text,
  -- Who finds it and what is in it: whoever has one of the roles or is in one of the groups. Both empty: everybody.
  add column roles text[] not null default '{}',
  add column groups text[] not null default '{}',
  -- Goes up with each change of name, description, icon, roles or groups.
  add column revision int not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by text;
update category c set updated_at = created_at, updated_by = created_by, position = o.position
  from (select workplace_id, id, row_number() over (partition by workplace_id, parent_id order by lower(name), id) - 1 as position from category) o
  where o.workplace_id = c.workplace_id and o.id = c.id;

alter table process_category
  -- Null: somebody has put it into Home only.
  alter column category_id drop not null,
  -- Nobody has put the process there: its model names the category.
  add column is_from_model boolean not null default false;
