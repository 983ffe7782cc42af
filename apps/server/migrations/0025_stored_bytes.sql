-- Files are read a portion at a time: what is compressed would have to be unpacked from its beginning for each.
alter table stored_file alter column bytes set storage external;
alter table task_attachment alter column bytes set storage external;
