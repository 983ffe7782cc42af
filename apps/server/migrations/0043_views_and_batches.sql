-- Views of lists that are kept, and what is done to many tasks at once.

create table list_view (
  workplace_id uuid not null,
  id uuid not null,
  -- Of the contract: tasks.assigned.
  list text not null,
  -- Null: whoever made it is gone, and what he has shared stays.
  owner_id uuid,
  name text not null,
  -- JSON texts: the parameters of an address, and what was made of the columns. Nobody asks for a part of them here.
  search text not null,
  columns text not null,
  -- Who finds it beside its owner: nobody, everybody, or whoever has one of the roles or is in one of the groups.
  sharing text not null check (sharing in ('nobody', 'some', 'everybody')),
  roles text[] not null default '{}',
  groups text[] not null default '{}',
  -- Goes up with each change.
  revision int not null default 1,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, owner_id) references app_user on delete set null (owner_id)
);
create unique index list_view_name on list_view (workplace_id, owner_id, list, lower(name)) where owner_id is not null;
create index list_view_shared on list_view (workplace_id, list) where sharing <> 'nobody';

-- What somebody finds when he opens a list.
create table preferred_view (
  workplace_id uuid not null,
  user_id uuid not null,
  list text not null,
  view_id uuid not null,
  primary key (workplace_id, user_id, list),
  foreign key (workplace_id, user_id) references app_user on delete cascade,
  foreign key (workplace_id, view_id) references list_view on delete cascade
);
create index preferred_view_of on preferred_view (workplace_id, view_id);

-- One thing that is done to many tasks, one after the other, by a job of its own under the same id.
create table task_batch (
  workplace_id uuid not null,
  id uuid not null,
  -- In whose name it is done, with the rights that he has when a task comes to its turn.
  user_id uuid not null,
  -- JSON text.
  deed text not null,
  state text not null check (state in ('waiting', 'done', 'cancelled')),
  total int not null,
  done int not null default 0,
  failed int not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index task_batch_of_user on task_batch (workplace_id, user_id, created_at desc);
create index task_batch_old on task_batch (workplace_id, created_at);

create table task_batch_item (
  workplace_id uuid not null,
  batch_id uuid not null,
  position int not null,
  task_id uuid not null,
  -- As it was called when it was chosen: it may be over by now.
  name text not null,
  state text not null check (state in ('waiting', 'done', 'failed')),
  -- Of a refusal.
  code text,
  message text,
  primary key (workplace_id, batch_id, position),
  foreign key (workplace_id, batch_id) references task_batch on delete cascade
);
create index task_batch_item_failed on task_batch_item (workplace_id, batch_id, position) where state = 'failed';

select millrace_audit('list_view', 'list-view');
select millrace_leave_unaudited('what somebody keeps for himself', 'preferred_view');
select millrace_leave_unaudited('live state, which history tells', 'task_batch', 'task_batch_item');
