-- What of an application was deployed, and when: each deployment is a version.

create table application_version (
  workplace_id uuid not null,
  application_id uuid not null,
  version int not null,
  -- Null: it was deleted since.
  deployment_id uuid,
  note text,
  -- The version that was deployed again.
  restored_from int,
  deployed_at timestamptz not null,
  deployed_by text,
  -- Nobody can start anything of it any more.
  undeployed_at timestamptz,
  undeployed_by text,
  primary key (workplace_id, application_id, version),
  foreign key (workplace_id, application_id) references application,
  foreign key (workplace_id, deployment_id) references deployment on delete set null (deployment_id)
);
create index application_version_deployment on application_version (workplace_id, deployment_id);

create table application_version_part (
  workplace_id uuid not null,
  application_id uuid not null,
  version int not null,
  kind text not null check (kind in ('process', 'form')),
  part_id uuid not null,
  -- As they were called then.
  name text not null,
  key text not null,
  -- Of the design.
  part_version int not null,
  primary key (workplace_id, application_id, version, kind, part_id),
  foreign key (workplace_id, application_id, version) references application_version on delete cascade
);

select millrace_audit('application_version', 'application-version');
select millrace_leave_unaudited('told by its version', 'application_version_part');
