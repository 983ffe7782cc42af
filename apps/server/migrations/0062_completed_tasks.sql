-- What somebody has completed, the last first: his list of it, and the form of the same task that he sent before. One index
-- more for each task that a person completes, and none for those that are cancelled or that the program ends.
create index history_task_by on history_task (workplace_id, ended_by, ended_at, id) where reason = 'completed' and ended_by is not null;
