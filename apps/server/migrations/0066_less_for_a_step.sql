-- A number beside a text without a cast is a function that PostgreSQL calls for each row, because what it depends on may be
-- set otherwise; with one it is part of the statement, and gives the same.
create or replace function millrace_listed_title(title text, business_key text, process text, instance_id uuid) returns text immutable language sql as
  $$ select left(lower(coalesce(title, nullif(trim(business_key), ''), coalesce(process, '') || ' ' ||
    (100000 + ('x' || right(instance_id::text, 6))::bit(24)::int % 900000)::text)), 200) $$;

-- What ends in the commit that started it ends in the instant in which it started; all others were rows of `instance`, with
-- which their words came.
drop trigger find_ended_instances on history_instance;
create or replace function millrace_find_ended_instances() returns trigger language plpgsql as $$
begin
  if (select true from search_word s where s.workplace_id = new.workplace_id and s.thing_id = new.id limit 1) is null then
    insert into search_word (workplace_id, kind, word, thing_id)
      select new.workplace_id, 'instance', w, new.id from millrace_words_of_instance(new.id, new.title, new.business_key) w
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger find_ended_instances after insert on history_instance for each row
  when (new.caller_instance_id is null and new.started_at = new.ended_at) execute function millrace_find_ended_instances();
