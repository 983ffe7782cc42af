-- The orders of Camunda's lists, in both directions: what has no value comes first, and what is equal goes by id in the same
-- direction. So an index has every first page, and those behind it, however many rows there are.

-- Steps write tasks, and most are done soon: like rows of `instance_listing`, those that stay go into the indexes of the
-- orders later, by a chore. Until then they are few enough to be sorted.
alter table task add column is_filed boolean not null default true;
alter table task alter column is_filed set default false;
-- What tasks are compared by regardless of case. A column and not an expression: row-level security keeps conditions on
-- those out of an index.
alter table task add column name_key text collate "C" generated always as (left(lower(name), 200)) stored;
create index task_unfiled on task (workplace_id, id) where not is_filed;
create index task_created on task (workplace_id, created_at, id) where is_filed;
create index task_updated on task (workplace_id, (coalesce(updated_at, created_at)), id) where is_filed;
create index task_by_due on task (workplace_id, due_at nulls first, id) where is_filed;
create index task_follow_up on task (workplace_id, follow_up_at nulls first, id) where is_filed;
create index task_priority on task (workplace_id, priority, id) where is_filed;
create index task_name on task (workplace_id, (left(name, 200) collate "C") nulls first, id) where is_filed;
create index task_name_key on task (workplace_id, name_key nulls first, id) where is_filed;
create index task_description on task (workplace_id, (left(description, 200) collate "C") nulls first, id) where is_filed;
create index task_by_assignee on task (workplace_id, (assignee collate "C") nulls first, id) where is_filed;
create index task_instance on task (workplace_id, instance_id nulls first, id) where is_filed;

-- Running instances, as the rows of `instance_listing` have them.
create index instance_listing_open_key on instance_listing (workplace_id, business_key nulls first, instance_id)
  where is_filed and reader = '*' and ended_at = 'infinity';
create index instance_listing_open_process on instance_listing (workplace_id, process_key nulls first, instance_id)
  where is_filed and reader = '*' and ended_at = 'infinity';

create index instance_listing_by_key on instance_listing (workplace_id, business_key nulls first, instance_id)
  where is_filed and reader = '*';

-- Beside `job_dated`, of jobs that have a due date.
create index job_undated on job (workplace_id, id) where due_at is null;

create index incident_created on incident (workplace_id, created_at, id);
create index incident_type on incident (workplace_id, (left(type, 200) collate "C"), id);
create index incident_element on incident (workplace_id, (element_key collate "C") nulls first, id);
create index incident_by_instance on incident (workplace_id, instance_id nulls first, id);
create index incident_cause on incident (workplace_id, cause_id, id);
create index incident_root_cause on incident (workplace_id, root_cause_id, id);
create index incident_message on incident
  (workplace_id, (left(case when id = root_cause_id then nullif(nullif(message, ''), 'No retries left.') end, 200) collate "C") nulls first, id);

create index external_task_created on external_task (workplace_id, created_at, id);
create index external_task_priority on external_task (workplace_id, priority, id);

create index history_task_started on history_task (workplace_id, created_at, id);
create index history_task_ended on history_task (workplace_id, ended_at, id);
create index history_fact_incident on history_fact (workplace_id, at, id) where kind = 'incident-raised';
create index history_fact_incident_id on history_fact (workplace_id, subject_id) where kind = 'incident-raised';
