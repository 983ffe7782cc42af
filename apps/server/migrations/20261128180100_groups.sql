-- Groups as records: a contact, a manager, a parent group, roles for their members, and a disabled state with its reason.
alter table user_group no force row level security;
alter table user_group
  add column email text,
  add column manager_id uuid,
  add column parent_id uuid,
  -- Goes up with each change.
  add column revision int not null default 1,
  add column disabled_at timestamptz,
  add column disabled_by text,
  add column disabled_reason text,
  add column is_disabled boolean not null generated always as (disabled_at is not null) stored,
  add column has_manager boolean not null generated always as (manager_id is not null) stored,
  -- As lists compare names. Columns, because row-level security keeps a comparison of lower(name) out of an index.
  add column name_key text collate "C" generated always as (left(lower(name), 200)) stored,
  add column key_key text collate "C" generated always as (left(lower(key), 200)) stored,
  add foreign key (workplace_id, manager_id) references app_user on delete set null (manager_id),
  add foreign key (workplace_id, parent_id) references user_group on delete set null (parent_id),
  add check (parent_id <> id);
create index user_group_list on user_group (workplace_id, name_key, id);
create index user_group_keys on user_group (workplace_id, key_key, id);
create index user_group_created on user_group (workplace_id, created_at, id);
create index user_group_parent on user_group (workplace_id, parent_id) where parent_id is not null;
create index user_group_manager on user_group (workplace_id, manager_id) where manager_id is not null;

-- Roles that a group gives to its members.
create table group_role (
  workplace_id uuid not null,
  group_id uuid not null,
  role text not null,
  primary key (workplace_id, group_id, role),
  foreign key (workplace_id, group_id) references user_group on delete cascade
);
select millrace_audit('group_role', 'group-role');

-- Whose members count as members of which group: each group itself and those below it, as far as all of them are in use.
-- Derived from user_group by the trigger below, so that who is in a group is a join, without recursion.
create table group_reach (
  workplace_id uuid not null,
  group_id uuid not null,
  via_id uuid not null,
  primary key (workplace_id, via_id, group_id),
  foreign key (workplace_id, group_id) references user_group on delete cascade,
  foreign key (workplace_id, via_id) references user_group on delete cascade
);
create index group_reach_group on group_reach (workplace_id, group_id, via_id);
select millrace_leave_unaudited('derived from the groups', 'group_reach');
insert into group_reach (workplace_id, group_id, via_id) select workplace_id, id, id from user_group;

-- One change of parents at a time: each sees what the one before it has left.
create function millrace_reach_groups() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.parent_id is null then
    if new.disabled_at is null then
      insert into group_reach (workplace_id, group_id, via_id) values (new.workplace_id, new.id, new.id) on conflict do nothing;
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' and old.parent_id is not distinct from new.parent_id and (old.disabled_at is null) = (new.disabled_at is null) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('millrace groups ' || new.workplace_id::text, 0));
  with recursive reach (group_id, via_id) as (
    select g.id, g.id from user_group g where g.workplace_id = new.workplace_id and g.disabled_at is null
    union
    select r.group_id, g.id from reach r
      join user_group g on g.workplace_id = new.workplace_id and g.parent_id = r.via_id and g.disabled_at is null
  ), gone as (
    delete from group_reach o where o.workplace_id = new.workplace_id
      and not exists (select from reach r where r.group_id = o.group_id and r.via_id = o.via_id)
  )
  insert into group_reach (workplace_id, group_id, via_id) select new.workplace_id, group_id, via_id from reach on conflict do nothing;
  return null;
end $$;
create trigger user_group_reach after insert or update of parent_id, disabled_at on user_group
  for each row execute function millrace_reach_groups();

-- Who is in a group that is in use: members of its own, and those of groups below it. Somebody who is in several of them has
-- several rows.
create view group_membership with (security_invoker = true) as
  select m.workplace_id, r.group_id, m.user_id
  from group_member m join group_reach r on r.workplace_id = m.workplace_id and r.via_id = m.group_id;

-- Roles that somebody has, by their account or by a group. A role may be in it several times.
create view held_role with (security_invoker = true) as
  select workplace_id, user_id, role from user_role
  union all
  select m.workplace_id, m.user_id, r.role
  from group_member m
    join group_reach o on o.workplace_id = m.workplace_id and o.via_id = m.group_id
    join group_role r on r.workplace_id = m.workplace_id and r.group_id = o.group_id;

alter table user_group force row level security;
