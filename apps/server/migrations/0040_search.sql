-- Words by which people find instances and files. A table of its own and not an index over texts: row-level security keeps
-- every function but plain comparisons out of an index, and a word that begins with another text is such a comparison.
create table search_word (
  workplace_id uuid not null,
  kind text not null check (kind in ('instance', 'file')),
  -- Lower case, without accents.
  word text collate "C" not null,
  thing_id uuid not null,
  primary key (workplace_id, kind, word, thing_id)
);
-- By the thing: whether it has another word too, and when it goes.
create index search_word_thing on search_word (workplace_id, thing_id, kind, word);
select millrace_leave_unaudited('made of what other tables say', 'search_word');

-- The words of a text, at most 20: what people type is cut in the same way by `wordsOf` of the server.
create function millrace_words(given text) returns setof text language sql immutable parallel safe as $$
  select distinct left(w, 60) from (
    select w from regexp_split_to_table(
      replace(regexp_replace(normalize(lower(left(given, 300) collate "pg_c_utf8"), NFD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'),
      '[^[:alnum:]]+') w
    where w <> '' limit 20) words
$$;

-- What an instance is called, as far as it says so itself: the name of its process is found as a process. The number is
-- the one in the title of what has no other.
create function millrace_words_of_instance(id uuid, title text, business_key text) returns setof text language sql immutable parallel safe as $$
  select millrace_words(coalesce(title, '') || ' ' || coalesce(business_key, '') || case
    when title is null and coalesce(trim(business_key), '') = ''
    then ' ' || (100000 + ('x' || right(id::text, 6))::bit(24)::int % 900000) else '' end)
$$;

create function millrace_find_instances() returns trigger language plpgsql as $$
begin
  insert into search_word (workplace_id, kind, word, thing_id)
    select i.workplace_id, 'instance', w, i.id from added i, millrace_words_of_instance(i.id, i.title, i.business_key) w
    where i.caller_instance_id is null
    on conflict do nothing;
  return null;
end $$;
create trigger find_instances after insert on instance referencing new table as added for each statement execute function millrace_find_instances();

create function millrace_find_instance_again() returns trigger language plpgsql as $$
begin
  delete from search_word where workplace_id = new.workplace_id and thing_id = new.id and kind = 'instance';
  insert into search_word (workplace_id, kind, word, thing_id)
    select new.workplace_id, 'instance', w, new.id from millrace_words_of_instance(new.id, new.title, new.business_key) w
    where new.caller_instance_id is null
    on conflict do nothing;
  return null;
end $$;
create trigger find_instance_again after update of title, business_key on instance for each row
  when (old.title is distinct from new.title or old.business_key is distinct from new.business_key) execute function millrace_find_instance_again();

create function millrace_find_files() returns trigger language plpgsql as $$
begin
  insert into search_word (workplace_id, kind, word, thing_id)
    select f.workplace_id, 'file', w, f.id from added f, millrace_words(f.name) w on conflict do nothing;
  return null;
end $$;
create trigger find_files after insert on stored_file referencing new table as added for each statement execute function millrace_find_files();

-- A running instance becomes a row of history with the same id; what is gone there is gone for good.
create function millrace_find_no_more() returns trigger language plpgsql as $$
begin
  delete from search_word where workplace_id = old.workplace_id and thing_id = old.id;
  return null;
end $$;
create trigger find_no_more after delete on history_instance for each row execute function millrace_find_no_more();
create trigger find_no_more after delete on stored_file for each row execute function millrace_find_no_more();

-- Those that are there already, in all workplaces, for which the owner of the tables has to see them.
alter table instance no force row level security;
alter table history_instance no force row level security;
alter table stored_file no force row level security;
insert into search_word (workplace_id, kind, word, thing_id)
  select i.workplace_id, 'instance', w, i.id from instance i, millrace_words_of_instance(i.id, i.title, i.business_key) w where i.caller_instance_id is null
  union
  select i.workplace_id, 'instance', w, i.id from history_instance i, millrace_words_of_instance(i.id, i.title, i.business_key) w where i.caller_instance_id is null
  union
  select f.workplace_id, 'file', w, f.id from stored_file f, millrace_words(f.name) w
  on conflict do nothing;
alter table instance force row level security;
alter table history_instance force row level security;
alter table stored_file force row level security;
