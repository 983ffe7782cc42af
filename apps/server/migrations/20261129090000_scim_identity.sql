-- What a provisioning client (SCIM 2.0) knows users and groups by, and which of them it has deleted: they are disabled,
-- and hidden from it until it creates them again.

create table scim_identity (
  workplace_id uuid not null references workplace,
  kind text not null check (kind in ('user', 'group')),
  subject_id uuid not null,
  -- The client's own id. Null: none.
  external_id text,
  deleted_at timestamptz,
  primary key (workplace_id, kind, subject_id)
);
create index scim_identity_external on scim_identity (workplace_id, kind, external_id) where external_id is not null;

select millrace_audit('scim_identity', 'scim-identity');
