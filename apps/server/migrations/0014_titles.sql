-- What people call an instance or a task, as its model says; null where it says nothing.
alter table instance add column title text;
alter table history_instance add column title text;
-- Roots that are no instances are read as those are.
alter table root add column title text;
alter table task add column title text;
alter table history_task add column title text;
