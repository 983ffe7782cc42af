-- Roles that a workplace defines. Whoever has one has it as any role: in user_role or group_role, by its key.

create table own_role (
  workplace_id uuid not null references workplace,
  id uuid not null,
  -- What user_role and group_role call it. It never changes.
  key text not null,
  name text not null,
  description text not null,
  -- What it permits: [{ "kind", "thing" (null: all of the kind), "actions" }].
  permissions jsonb not null,
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
create unique index own_role_name on own_role (workplace_id, lower(name));
create unique index own_role_key on own_role (workplace_id, lower(key));
create index own_role_list on own_role (workplace_id, name_key, id);
create index own_role_created on own_role (workplace_id, created_at, id);
-- Who has a role, and which groups give it.
create index user_role_role on user_role (workplace_id, role, user_id);
create index group_role_role on group_role (workplace_id, role, group_id);

select millrace_audit('own_role', 'own-role');

-- The processes that a permission on an application or category covers now. Those of an application are the ones whose
-- newest version it has deployed, so that the key in a design gives no right to the process of somebody else.
create function millrace_processes_of(workplace uuid, kind text, thing text) returns json stable language sql as $$
  select case kind
    when 'application' then (
      select json_agg(distinct l.key) from app_process p
        join process_listing l on l.workplace_id = p.workplace_id and l.key = p.process_key and l.tenant = ''
        join application_version v on v.workplace_id = p.workplace_id and v.application_id = p.application_id and v.deployment_id = l.deployment_id
      where p.workplace_id = workplace and (thing is null or p.application_id::text = thing))
    when 'category' then (
      with recursive below (id) as (
        select c.id from category c where c.workplace_id = workplace and (thing is null or c.id::text = thing)
        union
        select c.id from below b join category c on c.workplace_id = workplace and c.parent_id = b.id)
      select json_agg(distinct p.process_key) from below b
        join process_category p on p.workplace_id = workplace and p.category_id = b.id)
  end
$$;
