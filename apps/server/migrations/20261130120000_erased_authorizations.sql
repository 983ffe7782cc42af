-- Erases a user from the audit of their workplace, also where authorizations of others named them as the resource, and
-- where an entry about another user replaced their name. Digests and links stay. Only an insert into the table of erasures
-- does this.
create function millrace_recorded_type(e audit_entry) returns text language sql stable as $$
  -- Without an entry that has it, as after the clean-up of the audit, it counts as a user.
  select coalesce((select coalesce(k.after, k.before) ->> 'resource_type' from audit_entry k
    where k.workplace_id = e.workplace_id and k.entity = 'authorization' and k.key = e.key
      and (k.revision, k.id) < (e.revision, e.id) and coalesce(k.after, k.before) ? 'resource_type'
    order by k.revision desc, k.id desc limit 1), '1')
$$;

create or replace function millrace_erase_from_audit() returns trigger language plpgsql as $$
declare
  own bigint;
begin
  select r.number into own from millrace_revision(new.workplace_id) r;
  update audit_entry e set before = null, after = null, label = null, label_key = null, salt = null
    where e.workplace_id = new.workplace_id and e.salt is not null and e.entity <> 'audit-erasure'
      and (e.key = new.subject::text or e.key like new.subject::text || '/%' or e.key like '%/' || new.subject::text
        or e.revision = own or e.after ->> 'user_id' in (new.subject::text, new.erased_name)
        or e.before ->> 'user_id' in (new.subject::text, new.erased_name)
        -- The resource of type 1 is a user. An update has only changed values, so the type can be in an earlier entry.
        or (e.entity = 'authorization'
          and ((e.after ->> 'resource_id' = new.erased_name and coalesce(e.after ->> 'resource_type', millrace_recorded_type(e)) = '1')
            or (e.before ->> 'resource_id' = new.erased_name and coalesce(e.before ->> 'resource_type', millrace_recorded_type(e)) = '1'))));
  update audit_revision r set user_id = new.pseudonym, salt = null
    where r.workplace_id = new.workplace_id and r.salt is not null and r.user_id = new.erased_name;
  update audit_erasure x set erased_name = null where x.workplace_id = new.workplace_id and x.subject = new.subject;
  return null;
end $$;
