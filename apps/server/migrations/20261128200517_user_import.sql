-- Imports of users from a file: how far each is, and its rows with what becomes of them. Both go after some days.
create table user_import (
  workplace_id uuid not null,
  id uuid not null,
  -- In whose name it is done, with the rights that they have when a row comes to its turn.
  user_id uuid not null,
  file_name text not null,
  state text not null check (state in ('draft', 'checking', 'checked', 'importing', 'done', 'cancelled')),
  heads text[] not null,
  -- The field of each column; null: it is left out.
  mapping text[] not null,
  key_field text not null,
  notes text[] not null,
  row_count int not null,
  -- Rows up to this one are checked or imported.
  position int not null default 0,
  new_count int not null default 0,
  changed_count int not null default 0,
  same_count int not null default 0,
  refused_count int not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index user_import_of_user on user_import (workplace_id, user_id, created_at desc);

create table user_import_row (
  workplace_id uuid not null,
  import_id uuid not null,
  -- From 1, in the order in which they are imported: managers first.
  position int not null,
  line int not null,
  cells text[] not null,
  -- Of the columns that are the key, in lower case, and the user name. Written when it is known which they are.
  key_text text not null default '',
  username text not null default '',
  result text check (result in ('new', 'changed', 'same', 'refused')),
  changes jsonb not null default '[]',
  message text not null default '',
  primary key (workplace_id, import_id, position),
  foreign key (workplace_id, import_id) references user_import on delete cascade
);
create index user_import_row_key on user_import_row (workplace_id, import_id, key_text, position);
create index user_import_row_username on user_import_row (workplace_id, import_id, username);
create index user_import_row_result on user_import_row (workplace_id, import_id, result, position);

select millrace_leave_unaudited('what becomes of it is audited with the accounts', 'user_import', 'user_import_row');
