-- online
-- Camunda's list of user operations: an index has exactly the changes that are in the list, so that a page reads no
-- others. The user comes last: a page of one user reads entries of the index and no rows of others.
create index concurrently if not exists history_fact_task_operation on history_fact (workplace_id, at, id, user_id)
  where kind = 'task-changed' and user_id is not null and operation_id is not null
    and data ?| array['assignee', 'owner', 'delegation', 'priority', 'name', 'description', 'dueAt', 'followUpAt']
    and data ->> 'operation' not in ('Suspend', 'Activate', 'Candidates');
create index concurrently if not exists history_fact_candidate_operation on history_fact (workplace_id, at, id, user_id)
  where kind = 'task-changed' and user_id is not null and operation_id is not null and data ->> 'operation' = 'Candidates';
create index concurrently if not exists history_fact_link_operation on history_fact (workplace_id, at, id, user_id)
  where kind = 'task-link' and user_id is not null;
create index concurrently if not exists instance_start_operation on instance (workplace_id, started_at, id, start_user_id)
  where start_user_id is not null and caller_instance_id is null;
create index concurrently if not exists history_instance_start_operation on history_instance (workplace_id, started_at, id, start_user_id)
  where start_user_id is not null and caller_instance_id is null;
create index concurrently if not exists history_instance_delete_operation on history_instance (workplace_id, ended_at, id, ended_by)
  where outcome = 'deleted' and ended_by is not null and caller_instance_id is null;
create index concurrently if not exists operation_log_user on operation_log (workplace_id, user_id, at, id);
drop index concurrently if exists instance_started_by_user;
