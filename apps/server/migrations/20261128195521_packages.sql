-- Packages: imports of applications with what they need, whose keys are trusted, and what was exported.

create table package_import (
  workplace_id uuid not null references workplace,
  id uuid not null,
  file_name text not null,
  file_size int not null,
  -- The file. Null when it is not needed any more.
  package bytea,
  -- SHA-256 of the file.
  digest text not null,
  -- As the manifest says it.
  origin_workplace text not null,
  origin_created_at timestamptz not null,
  origin_created_by text not null,
  -- Of the key that it is signed with.
  fingerprint text not null,
  state text not null check (state in ('read', 'waiting', 'running', 'done', 'failed', 'cancelled', 'rolled-back')),
  -- JSON: what is to become of each item. Null before the import is started.
  decisions text,
  user_id uuid,
  total int not null default 0,
  done int not null default 0,
  -- Why it failed.
  message text,
  -- JSON: what has to be set up after it.
  set_up text,
  skipped int not null default 0,
  created_at timestamptz not null,
  created_by text,
  ended_at timestamptz,
  rolled_back_at timestamptz,
  rolled_back_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete set null (user_id)
);
create index package_import_list on package_import (workplace_id, created_at desc, id);
create index package_import_user on package_import (workplace_id, user_id);

-- What an import has done with each item.
create table package_import_item (
  workplace_id uuid not null,
  import_id uuid not null,
  position int not null,
  kind text not null,
  -- As the item has it here, and as the package has it.
  key text not null,
  package_key text not null,
  name text not null,
  item_id uuid not null,
  action text not null check (action in ('created', 'updated', 'same')),
  -- JSON: the item before it was updated.
  before text,
  -- Hashes of the content in the package, and here after the import.
  package_hash text not null,
  hash text not null,
  -- Differs after each change of the item here.
  stamp text not null,
  primary key (workplace_id, import_id, position),
  foreign key (workplace_id, import_id) references package_import on delete cascade
);
create index package_import_item_key on package_import_item (workplace_id, kind, lower(package_key));

-- Keys of other installations whose packages are trusted.
create table package_key (
  workplace_id uuid not null references workplace,
  fingerprint text not null,
  -- Where the first package with it came from.
  name text not null,
  trusted_at timestamptz not null,
  trusted_by text,
  primary key (workplace_id, fingerprint)
);

create table package_export (
  workplace_id uuid not null references workplace,
  id uuid not null,
  -- Names of what was chosen, with commas between them.
  items text not null,
  item_count int not null,
  with_rows boolean not null,
  -- Of what was chosen. The same export by the same user within a minute is one.
  digest text not null,
  -- The minute.
  created_at timestamptz not null,
  created_by text,
  primary key (workplace_id, id)
);
create unique index package_export_once on package_export (workplace_id, created_at, created_by, digest);

select millrace_audit('package_import', 'package-import', secrets => array['package', 'decisions', 'set_up'], silent => array['done', 'total']);
select millrace_audit('package_key', 'package-key');
select millrace_audit('package_export', 'package-export');
select millrace_leave_unaudited('the items themselves are audited', 'package_import_item');
