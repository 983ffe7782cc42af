-- What is remembered of a task that belongs to no process, and of a decision that was evaluated by itself, stands under its
-- own id, as all of a process stands under the instance. It stood under an id of zeros, which everything shared.

-- The rows of all workplaces move, for which their owner has to see them.
alter table history_task no force row level security;
alter table history_fact no force row level security;

update history_task set instance_id = id, root_id = id where instance_id = '00000000-0000-0000-0000-000000000000';
update history_fact set instance_id = subject_id where instance_id = '00000000-0000-0000-0000-000000000000';

alter table history_task force row level security;
alter table history_fact force row level security;
