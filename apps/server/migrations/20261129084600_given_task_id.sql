-- Ids of tasks that a client of /engine-rest gave and that are no UUID. The task has a UUID that is derived from the
-- text, so a text leads to its task without this table; the table leads from the task to the text.
create table given_task_id (
  workplace_id uuid not null references workplace,
  id uuid not null,
  given text not null check (length(given) between 1 and 64),
  primary key (workplace_id, id)
);

select millrace_leave_unaudited('the log of user operations has the creation of the task', 'given_task_id');
