-- An instance that ends in the commit that started it has never been a row of `instance`: its words come with its history.
create function millrace_find_ended_instances() returns trigger language plpgsql as $$
begin
  insert into search_word (workplace_id, kind, word, thing_id)
    select i.workplace_id, 'instance', w, i.id from added i, millrace_words_of_instance(i.id, i.title, i.business_key) w
    where i.caller_instance_id is null
      and not exists (select from search_word s where s.workplace_id = i.workplace_id and s.thing_id = i.id)
    on conflict do nothing;
  return null;
end $$;
create trigger find_ended_instances after insert on history_instance referencing new table as added for each statement execute function millrace_find_ended_instances();
