-- online
-- Camunda's list of user operations by time: each of its sources has an index, so that a page reads about as many rows as
-- it has. Only the rows of the list are in these indexes, so steps that no user causes write nothing more.
create index concurrently if not exists instance_started_by_user on instance (workplace_id, started_at, id)
  where start_user_id is not null and caller_instance_id is null;
create index concurrently if not exists history_instance_started_by_user on history_instance (workplace_id, started_at, id)
  where start_user_id is not null and caller_instance_id is null;
create index concurrently if not exists history_fact_of_user on history_fact (workplace_id, at, id)
  where kind in ('task-changed', 'task-link') and user_id is not null;
create index concurrently if not exists history_fact_candidates on history_fact (workplace_id, at, id)
  where kind = 'task-changed' and user_id is not null and data ->> 'operation' = 'Candidates';
create index concurrently if not exists history_instance_deleted_at on history_instance (workplace_id, ended_at, id)
  where outcome = 'deleted' and ended_by is not null and caller_instance_id is null;
create index concurrently if not exists audit_entry_identity on audit_entry (workplace_id, entity, at, id)
  where entity in ('user', 'group', 'group-member', 'tenant', 'tenant-member');
create index concurrently if not exists operation_log_category on operation_log (workplace_id, category, at, id);
create index concurrently if not exists operation_log_entity on operation_log (workplace_id, entity_type, at, id);
