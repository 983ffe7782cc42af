-- What administrators write about a role. Roles themselves are fixed, so a role without a row has no description of its own.
create table role_description (
  workplace_id uuid not null references workplace,
  role text not null,
  description text not null,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, role)
);

select millrace_audit('role_description', 'role-description');
