-- Attachments are found by their names too, as files of forms are.
alter table search_word drop constraint search_word_kind_check;
alter table search_word add constraint search_word_kind_check check (kind in ('instance', 'file', 'attachment'));

create function millrace_find_attachments() returns trigger language plpgsql as $$
begin
  insert into search_word (workplace_id, kind, word, thing_id)
    select a.workplace_id, 'attachment', w, a.id from added a, millrace_words(coalesce(a.name, a.url, '')) w on conflict do nothing;
  return null;
end $$;
create trigger find_attachments after insert on task_attachment referencing new table as added for each statement execute function millrace_find_attachments();
create trigger find_no_more after delete on task_attachment for each row execute function millrace_find_no_more();

-- Those that are there already, in all workplaces, for which the owner of the tables has to see them.
alter table task_attachment no force row level security;
insert into search_word (workplace_id, kind, word, thing_id)
  select a.workplace_id, 'attachment', w, a.id from task_attachment a, millrace_words(coalesce(a.name, a.url, '')) w
  on conflict do nothing;
alter table task_attachment force row level security;
