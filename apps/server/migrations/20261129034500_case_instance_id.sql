-- A reference to a case, which who starts an instance over /engine-rest gives. It is kept and answered as it was given.
alter table instance add column case_instance_id text;
-- Roots have the columns of instances.
alter table root add column case_instance_id text;
alter table history_instance add column case_instance_id text;
create index instance_case on instance (workplace_id, case_instance_id) where case_instance_id is not null;
create index history_instance_case on history_instance (workplace_id, case_instance_id) where case_instance_id is not null;
