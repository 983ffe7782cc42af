-- Whoever was told of the fault of an instance is told of the next one: what is said of faults that are mended goes, in all
-- workplaces, for which the owner of the tables has to see them.
alter table notice no force row level security;
alter table instance no force row level security;
alter table incident no force row level security;
delete from notice n where outcome = 'failed' and not exists (
  select from instance i join incident f on f.workplace_id = i.workplace_id and f.root_id = i.root_id
  where i.workplace_id = n.workplace_id and i.id = n.instance_id);
alter table notice force row level security;
alter table instance force row level security;
alter table incident force row level security;
