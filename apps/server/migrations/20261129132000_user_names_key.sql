-- Names of users as searches compare them: lower case, without accents, as `fold` of `conditions.ts` writes what is
-- searched for. Computed for each of 100,000 rows, a search took 200 ms; of this column it takes 35. Row-level security
-- keeps `like` out of an index, so that it has none.
alter table app_user add column names_key text collate "C" not null generated always as (
  replace(replace(regexp_replace(normalize(lower(
    (username || E'\n\n' || btrim(btrim(coalesce(first_name, '')) || ' ' || btrim(coalesce(last_name, '')))) collate "pg_c_utf8"), NFD),
    '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'ς', 'σ')
) stored;
select millrace_audit('app_user', 'user', secrets => array['password_hash'],
  silent => array['last_login_at', 'last_login_key', 'username_key', 'email_key', 'display_key', 'names_key', 'password_changed_at']);
