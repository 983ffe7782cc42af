-- Transactions that change versions of one process take turns. Otherwise one that waits would write the newest version that
-- it had read before the other ended, such as a version that the other has deleted.
create or replace function millrace_list_process() returns trigger language plpgsql as $$
declare
  changed record := case when tg_op = 'DELETE' then old else new end;
begin
  -- What follows sees what was committed before it had its turn.
  perform from process_listing l where l.workplace_id = changed.workplace_id and l.key = changed.key and l.tenant = coalesce(changed.tenant_id, '') for update;
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
