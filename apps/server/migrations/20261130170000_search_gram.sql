-- Pieces of three characters by which texts are found wherever they stand in a name, among many users. Row-level security
-- keeps `like` and `@>` out of an index where a query asks for them. Here a policy asks for them itself: what a policy
-- compares may use an index. The policy can only hide rows, so that rows of other workplaces are never found by it.
create table search_gram (
  workplace_id uuid not null,
  kind text not null check (kind in ('user')),
  thing_id uuid not null,
  -- With the workplace as one of the pieces, so that the index reads only rows of that workplace.
  grams text[] not null,
  primary key (workplace_id, kind, thing_id)
);
create index search_gram_grams on search_gram using gin (grams);
select millrace_leave_unaudited('made of what other tables say', 'search_gram');

-- The pieces of a text, as `gramsOf` of the server cuts what is searched for.
create function millrace_grams(workplace_id uuid, given text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct gram) from (
    select workplace_id::text as gram
    union all select substr(given, n, 3) from generate_series(1, length(given) - 2) n) pieces
$$;

create function millrace_user_grams() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_gram where workplace_id = old.workplace_id and kind = 'user' and thing_id = old.id;
    return null;
  end if;
  insert into search_gram (workplace_id, kind, thing_id, grams)
    values (new.workplace_id, 'user', new.id, millrace_grams(new.workplace_id, new.names_key || E'\n' || coalesce(new.email_key, '')))
    on conflict (workplace_id, kind, thing_id) do update set grams = excluded.grams;
  return null;
end $$;
-- At once, because to raise a weaker lock could end in a deadlock. Nothing below takes long: the next migration adds the
-- pieces of the users from before, beside servers of the release before.
lock table app_user in access exclusive mode;
create trigger user_grams after insert or delete on app_user for each row execute function millrace_user_grams();
create trigger user_grams_change after update on app_user for each row
  when (old.names_key is distinct from new.names_key or old.email_key is distinct from new.email_key)
  execute function millrace_user_grams();
select millrace_rest_in_moves('app_user');

-- Everything is seen while nothing is searched for: then the array is empty.
create policy searched_grams on search_gram as restrictive for select
  using (grams @> coalesce(nullif(current_setting('app.grams', true), '')::text[], '{}'));
