-- online
-- Orders of the history of activities, variables and details in Camunda's API. Rows of history are written once, and
-- nearly in the order of these indexes.
create index concurrently if not exists history_element_id on history_element (workplace_id, id);
create index concurrently if not exists history_element_started on history_element (workplace_id, started_at, id);
create index concurrently if not exists history_element_ended on history_element (workplace_id, ended_at, id);
create index concurrently if not exists history_variable_id on history_variable (workplace_id, id);
create index concurrently if not exists history_variable_at on history_variable (workplace_id, at, id);
create index concurrently if not exists history_fact_field on history_fact (workplace_id, id) where kind = 'form-field';
create index concurrently if not exists history_fact_field_at on history_fact (workplace_id, at, id) where kind = 'form-field';
-- The logs of jobs and external tasks: one index for each kind of fact. Failures are few, so they also have their times.
create index concurrently if not exists history_fact_job_ended on history_fact (workplace_id, subject_id, id) where kind = 'job-ended';
create index concurrently if not exists history_fact_job_failed on history_fact (workplace_id, subject_id, id) where kind = 'job-failed';
create index concurrently if not exists history_fact_job_failed_at on history_fact (workplace_id, at, id) where kind = 'job-failed';
create index concurrently if not exists history_fact_external_ended on history_fact (workplace_id, subject_id, id) where kind = 'external-task-ended';
create index concurrently if not exists history_fact_external_failed on history_fact (workplace_id, subject_id, id) where kind = 'external-task-failed';
create index concurrently if not exists history_fact_external_failed_at on history_fact (workplace_id, at, id) where kind = 'external-task-failed';
-- Executions of elements that are scopes: subprocesses, multi-instance bodies, activities with boundary events.
create index concurrently if not exists element_scope on element (workplace_id, id) where execution_id = id;
create index concurrently if not exists element_scope_token on element (workplace_id, token_id) where execution_id = id and token_id <> parent_id;
-- External tasks have the tenant of their instance.
create index concurrently if not exists external_task_tenant on external_task (workplace_id, tenant_id nulls first, id);
