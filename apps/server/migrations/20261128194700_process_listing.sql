-- The newest version of each process, with what the list of definitions is sorted and narrowed by: one row for each key and
-- tenant, however many versions there are. A trigger derives it, so that every way of deploying and deleting keeps it.
create table process_listing (
  workplace_id uuid not null,
  key text not null,
  -- Empty for a process without one.
  tenant text not null,
  definition_id uuid not null,
  version int not null,
  name text,
  deployment_id uuid not null,
  deployed_at timestamptz not null,
  is_suspended boolean not null,
  -- As lists compare names.
  name_key text collate "C" not null generated always as (left(lower(coalesce(name, key)), 200)) stored,
  key_key text collate "C" not null generated always as (left(lower(key), 200)) stored,
  primary key (workplace_id, key, tenant)
);
create index process_listing_name on process_listing (workplace_id, name_key, definition_id);
create index process_listing_key on process_listing (workplace_id, key_key, definition_id);
create index process_listing_deployed on process_listing (workplace_id, deployed_at, definition_id);
create index process_listing_state on process_listing (workplace_id, is_suspended, name_key, definition_id);
select millrace_leave_unaudited('derived from the definitions', 'process_listing');

create function millrace_list_process() returns trigger language plpgsql as $$
declare
  changed record := case when tg_op = 'DELETE' then old else new end;
begin
  delete from process_listing l where l.workplace_id = changed.workplace_id and l.key = changed.key and l.tenant = coalesce(changed.tenant_id, '')
    and not exists (select from process_definition d where d.workplace_id = l.workplace_id and d.id = l.definition_id);
  insert into process_listing (workplace_id, key, tenant, definition_id, version, name, deployment_id, deployed_at, is_suspended)
    select d.workplace_id, d.key, coalesce(d.tenant_id, ''), d.id, d.version, d.name, d.deployment_id, p.deployed_at, d.is_suspended
    from process_definition d join deployment p on p.workplace_id = d.workplace_id and p.id = d.deployment_id
    where d.workplace_id = changed.workplace_id and d.key = changed.key and coalesce(d.tenant_id, '') = coalesce(changed.tenant_id, '')
    order by d.version desc limit 1
  on conflict (workplace_id, key, tenant) do update set definition_id = excluded.definition_id, version = excluded.version, name = excluded.name,
    deployment_id = excluded.deployment_id, deployed_at = excluded.deployed_at, is_suspended = excluded.is_suspended
    where (process_listing.definition_id, process_listing.name, process_listing.is_suspended) is distinct from (excluded.definition_id, excluded.name, excluded.is_suspended);
  return null;
end $$;
create trigger process_listing after insert or delete or update of is_suspended, name on process_definition
  for each row execute function millrace_list_process();

-- The rows of all workplaces, for which their owner has to see them.
alter table process_definition no force row level security;
alter table deployment no force row level security;
insert into process_listing (workplace_id, key, tenant, definition_id, version, name, deployment_id, deployed_at, is_suspended)
  select distinct on (d.workplace_id, d.key, coalesce(d.tenant_id, '')) d.workplace_id, d.key, coalesce(d.tenant_id, ''), d.id, d.version, d.name, d.deployment_id,
    p.deployed_at, d.is_suspended
  from process_definition d join deployment p on p.workplace_id = d.workplace_id and p.id = d.deployment_id
  order by d.workplace_id, d.key, coalesce(d.tenant_id, ''), d.version desc;
alter table process_definition force row level security;
alter table deployment force row level security;
