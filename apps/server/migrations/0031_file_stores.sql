-- Where the content of an upload is: in its row, or as an object that is named after it in S3-compatible storage.
alter table stored_file add column kept_in text not null default 'database' check (kept_in in ('database', 's3'));
alter table stored_file alter column bytes drop not null;
alter table stored_file add constraint stored_file_content check ((kept_in = 'database') = (bytes is not null));

-- Objects to remove: those on their way until their row is there, and those whose row is gone. It outlives the workplace.
create table object_removal (
  -- Workplace and id of the file, with a slash between.
  object_key text primary key,
  -- When it is to be removed, or tried again.
  due_at timestamptz not null,
  -- A job has begun to remove it: whoever was about to write its row is too late.
  is_claimed boolean not null default false,
  tries int not null default 0
);
create index object_removal_due on object_removal (due_at);
select millrace_leave_unaudited('what is left to do of changes that are audited', 'object_removal');

create function millrace_remove_object() returns trigger language plpgsql as $$
begin
  insert into object_removal (object_key, due_at) values (old.workplace_id || '/' || old.id, now())
    on conflict (object_key) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger remove_object after delete on stored_file for each row when (old.kept_in = 's3') execute function millrace_remove_object();
