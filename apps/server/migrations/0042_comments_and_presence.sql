-- What people say about a task or an instance is read newest first, a page at a time.
alter table task_comment add column edited_at timestamptz;
drop index task_comment_task;
drop index task_comment_instance;
create index task_comment_task on task_comment (workplace_id, task_id, created_at, id) where task_id is not null;
create index task_comment_instance on task_comment (workplace_id, instance_id, created_at, id) where instance_id is not null;

-- Who is named in a comment, by the user and not by the name. One row for each is the message to that user: whoever tells
-- people of it takes the rows that are not told yet.
create table comment_mention (
  workplace_id uuid not null,
  comment_id uuid not null,
  user_id uuid not null,
  mentioned_by text,
  created_at timestamptz not null,
  told_at timestamptz,
  primary key (workplace_id, comment_id, user_id),
  foreign key (workplace_id, comment_id) references task_comment on delete cascade,
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index comment_mention_user on comment_mention (workplace_id, user_id, created_at);
create index comment_mention_untold on comment_mention (workplace_id, created_at) where told_at is null;

-- A file that came in pieces, which stands where the files of forms stand.
alter table task_attachment add column file_id uuid;
drop index task_attachment_task;
drop index task_attachment_instance;
create index task_attachment_task on task_attachment (workplace_id, task_id, created_at, id) where task_id is not null;
create index task_attachment_instance on task_attachment (workplace_id, instance_id, created_at, id) where instance_id is not null;
create index task_attachment_file on task_attachment (workplace_id, file_id) where file_id is not null;

-- Sub-tasks of a task.
create index task_parent on task (workplace_id, parent_task_id) where parent_task_id is not null;

-- Which tasks are open in a window now: one row for each window and task, of which its server says every now and then that
-- it is still there. Nothing of it is worth keeping when PostgreSQL stops.
create unlogged table task_viewer (
  workplace_id uuid not null,
  task_id uuid not null,
  stream_id uuid not null,
  username text not null,
  seen_at timestamptz not null,
  primary key (workplace_id, task_id, stream_id)
);
create index task_viewer_stream on task_viewer (workplace_id, stream_id);

select millrace_leave_unaudited('live state, which history tells', 'comment_mention', 'task_viewer');
