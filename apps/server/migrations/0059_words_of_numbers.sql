-- What has neither a title nor a key is called by its number, which is one word as it is: each start and each end of such an
-- instance took it apart like any text.
create or replace function millrace_words_of_instance(id uuid, title text, business_key text) returns setof text language sql immutable parallel safe as $$
  select (100000 + ('x' || right(id::text, 6))::bit(24)::int % 900000)::text where title is null and coalesce(trim(business_key), '') = ''
  union all
  select millrace_words(coalesce(title, '') || ' ' || coalesce(business_key, '')) where title is not null or coalesce(trim(business_key), '') <> ''
$$;

-- Whether an instance has its words already is looked for by its key alone. Where it was an anti-join, PostgreSQL read all
-- words of the workplace for each instance that ended, as long as its plan was made when there were few.
create or replace function millrace_find_ended_instances() returns trigger language plpgsql as $$
begin
  insert into search_word (workplace_id, kind, word, thing_id)
    select i.workplace_id, 'instance', w, i.id
    from (
      select a.workplace_id, a.id, a.title, a.business_key from added a where a.caller_instance_id is null
        and (select true from search_word s where s.workplace_id = a.workplace_id and s.thing_id = a.id limit 1) is null
    ) i, millrace_words_of_instance(i.id, i.title, i.business_key) w
    on conflict do nothing;
  return null;
end $$;
