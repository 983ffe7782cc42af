-- A public link may lead to one task instead of the start of a process, and may be mailed to one person.
alter table form_link add column task_id uuid;
alter table form_link add column recipient text;
