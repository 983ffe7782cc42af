-- When the rows of a topic were created, so that those of a topic that was deleted long ago can be deleted.

alter table external_topic_position add column started_at timestamptz not null default now();
