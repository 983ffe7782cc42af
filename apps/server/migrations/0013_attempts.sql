-- How often a job was begun by somebody who never said how it ended: 1 as soon as a worker has it, one more for each
-- further worker that begins it, 0 again once anybody says how it went. Three times mean that it ends what works at it.
alter table job add column attempts smallint not null default 0;
