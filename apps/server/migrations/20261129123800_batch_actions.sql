-- A batch applies an action to its items: the column and the kind of the batches of tasks had another name for it.
alter table batch rename column deed to action;
alter table batch no force row level security;
update batch set kind = 'task-action' where kind = 'task-deed';
alter table batch force row level security;
drop index batch_listed;
create index batch_listed on batch (workplace_id, id desc) where kind <> 'task-action';
