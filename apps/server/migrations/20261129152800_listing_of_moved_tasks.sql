-- Tasks of instances that were migrated kept the former process, and the key of the former step, in the lists of their
-- candidates. The rows of all workplaces, for which their owner has to see them.
alter table task no force row level security;
alter table process_definition no force row level security;
alter table task_listing no force row level security;
update task_listing l set process_key = t.process_key, process_name = t.process_name, name_key = t.name_key
  from task_listed t where t.workplace_id = l.workplace_id and t.task_id = l.task_id
    and (t.process_key, t.process_name, t.name_key) is distinct from (l.process_key, l.process_name, l.name_key);
alter table task force row level security;
alter table process_definition force row level security;
alter table task_listing force row level security;
