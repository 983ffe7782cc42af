-- How far the messages of a topic are processed, for each of its partitions. The position moves in the transaction that
-- starts the process of a message or sends its message.

create table external_topic_position (
  workplace_id uuid not null,
  listener_id uuid not null,
  -- The digest of the environment, the cluster and the name of the topic, which it keeps when it is created again.
  topic bytea not null,
  -- The digest of the cluster and the topic: another environment, or a topic that was created again, has other offsets.
  place bytea not null,
  partition int not null,
  -- The offset of the next message.
  next_offset bigint not null,
  -- Messages behind it at the last look, and why that one did not continue. Null: it did.
  waiting bigint not null default 0,
  fault text,
  primary key (workplace_id, listener_id, place, partition),
  foreign key (workplace_id, listener_id) references external_listener on delete cascade
);
select millrace_leave_unaudited('what a job writes at each look', 'external_topic_position');
