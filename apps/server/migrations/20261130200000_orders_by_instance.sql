-- online
-- Orders of lists of Camunda's API: each index ends with the id and has its empty values where that order has them. The
-- three indexes of jobs cost an asynchronous job 16 µs, of which two thirds are its lock: that changes an indexed column
-- already. Locking an external task changes none, so the time of its lock has no index.
create index concurrently if not exists instance_tenant on instance (workplace_id, tenant_id nulls first, id);
create index concurrently if not exists job_by_instance on job (workplace_id, instance_id nulls first, id);
create index concurrently if not exists job_priority on job (workplace_id, priority, id);
create index concurrently if not exists job_retries on job (workplace_id, retries, id);
create index concurrently if not exists external_task_instance on external_task (workplace_id, instance_id, id);
create index concurrently if not exists external_task_definition on external_task (workplace_id, definition_id, id);
create index concurrently if not exists incident_configuration on incident (workplace_id,
  (left(case when id = root_cause_id then coalesce(source_id::text, detail ->> 'configuration') end, 200) collate "C") nulls first, id);
