-- online
-- Camunda's list of user operations: tasks without a process that users deleted, and no completed ones.
create index concurrently if not exists history_task_delete_operation on history_task (workplace_id, ended_at, id, ended_by)
  where instance_id = id and reason <> 'completed' and ended_by is not null;
