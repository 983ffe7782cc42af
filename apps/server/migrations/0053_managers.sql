-- Who decides about somebody: tasks can go to the manager of whoever started a process or did another task.
alter table app_user add column manager_id uuid check (manager_id <> id);
alter table app_user add constraint app_user_manager foreign key (workplace_id, manager_id)
  references app_user (workplace_id, id) on delete set null (manager_id);
create index app_user_manager_of on app_user (workplace_id, manager_id) where manager_id is not null;
