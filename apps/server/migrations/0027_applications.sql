-- Applications as designers make them: what a process, its forms and whatever else belongs together stand in.

alter table application
  -- What files and programs call it.
  add column key text,
  add column description text,
  -- Where its processes are found, those that say nothing else; null: in Home alone.
  add column category_id uuid,
  -- Goes up with each change of what stands above.
  add column revision int not null default 1,
  add column disabled_at timestamptz,
  add column disabled_by text,
  add column disabled_reason text,
  add column updated_at timestamptz,
  add column updated_by text;
update application set key = 'app-' || id::text, updated_at = created_at, updated_by = created_by;
alter table application
  alter column key set not null,
  alter column updated_at set not null,
  add column is_disabled boolean not null generated always as (disabled_at is not null) stored,
  add foreign key (workplace_id, category_id) references category;
create unique index application_key on application (workplace_id, lower(key));
create index application_updated on application (workplace_id, updated_at, id);
create index application_category on application (workplace_id, category_id);
-- Its forms, by name.
create index form_application on form (workplace_id, application_id, name_key, id);

select millrace_audit('application', 'application');
