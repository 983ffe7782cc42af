-- The indexes of the migration before have the same rows, or exactly those of the list. Indexes of partitioned tables
-- cannot be dropped concurrently; it takes an instant.
drop index if exists history_instance_started_by_user, history_instance_deleted_at, history_fact_of_user,
  history_fact_candidates;
