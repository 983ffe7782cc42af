-- Where people find processes, and the files of their forms.

-- A tree by name. Home is not among them: it holds every process.
create table category (
  workplace_id uuid not null references workplace,
  id uuid not null,
  name text not null check (lower(name) <> 'home'),
  -- Null directly under Home.
  parent_id uuid,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, parent_id) references category
);
create unique index category_name on category (workplace_id, lower(name));
create index category_parent on category (workplace_id, parent_id);

-- The category of all versions of a process; without a row it stands in Home only.
create table process_category (
  workplace_id uuid not null,
  process_key text not null,
  category_id uuid not null,
  primary key (workplace_id, process_key),
  foreign key (workplace_id, category_id) references category on delete cascade
);
create index process_category_category on process_category (workplace_id, category_id);

create table process_favourite (
  workplace_id uuid not null references workplace,
  username text not null,
  process_key text not null,
  added_at timestamptz not null default now(),
  primary key (workplace_id, username, process_key)
);

-- Uploads of forms. One that no form has named yet goes after a day; once named it belongs to the instance and variable.
create table stored_file (
  workplace_id uuid not null references workplace,
  id uuid not null,
  name text not null,
  type text not null,
  size int not null,
  bytes bytea not null,
  uploaded_at timestamptz not null,
  uploaded_by text not null,
  instance_id uuid,
  variable text,
  primary key (workplace_id, id)
);
create index stored_file_instance on stored_file (workplace_id, instance_id, variable) where instance_id is not null;
create index stored_file_loose on stored_file (workplace_id, uploaded_at) where instance_id is null;
