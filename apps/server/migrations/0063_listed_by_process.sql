-- Tasks of one process are often narrowed by priority and follow-up as well: by the index alone those that do not match are
-- left out, without a look at their rows.
drop index task_listing_process;
create index task_listing_process on task_listing (workplace_id, reader, process_key, due_at, task_id, priority, follow_up_at);
