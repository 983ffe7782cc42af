-- A connection can have values of its own in an environment, such as test: they are another connection, which stands for
-- it there, with a secret, a test and a log of its own.

alter table external_connection
  add environment text,
  add stands_for uuid,
  add foreign key (workplace_id, stands_for) references external_connection,
  add check ((environment is null) = (stands_for is null));
create unique index external_connection_environment on external_connection (workplace_id, stands_for, lower(environment))
  where stands_for is not null;
