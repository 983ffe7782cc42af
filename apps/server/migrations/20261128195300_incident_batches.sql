-- A batch can retry the incidents of one cause: its items are incidents then. All operators see it, and a cause has at most
-- one at a time.
alter table task_batch add column about uuid;
create index task_batch_about on task_batch (workplace_id, about, created_at desc) where about is not null;
create unique index task_batch_about_waiting on task_batch (workplace_id, about) where about is not null and state = 'waiting';
comment on column task_batch_item.task_id is 'The thing that something is done to: a task, or an incident of the cause that the batch is about.';
