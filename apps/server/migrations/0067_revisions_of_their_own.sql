-- Steps of several callers may be committed together. What is audited tells who did it and by what, once for a transaction,
-- so it has one of its own: the statement fails, and whoever sent it carries each of them out by itself.
create or replace function millrace_revision(place uuid, out number bigint, out at timestamptz) language plpgsql as $$
declare
  own bigint := pg_current_xact_id()::text::bigint;
begin
  if current_setting('app.shared', true) = 'on' then
    raise exception 'Expected what is audited to be committed by itself, but it shares its transaction.' using errcode = 'MR001';
  end if;
  -- The time too: the ids of transactions begin anew in a database that was restored from a dump.
  select c.number, c.at into number, at from audit_counter c where c.workplace_id = place and c.transaction_id = own and c.at >= now();
  if found then
    return;
  end if;
  insert into audit_counter as c (workplace_id, number, at, transaction_id) values (place, 1, clock_timestamp(), own)
    on conflict (workplace_id) do update set number = c.number + 1, at = clock_timestamp(), transaction_id = own
    returning c.number, c.at into number, at;
  insert into audit_revision (workplace_id, number, at, user_id, cause, transaction_id)
    values (place, number, at, nullif(current_setting('app.user', true), ''), nullif(current_setting('app.cause', true), ''), own);
end $$;
