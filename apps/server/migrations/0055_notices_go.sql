-- What people were told of an instance goes with its history.
create index notice_instance on notice (workplace_id, instance_id) where instance_id is not null;
