-- Test cases of processes that are designed, and which versions of an application were deployed against them.

create table app_process_test (
  workplace_id uuid not null,
  id uuid not null,
  process_id uuid not null,
  name text not null,
  -- What is done, and what is to come of it, as JSON texts: nobody asks for a part of them here.
  steps text not null,
  expected text not null,
  -- Goes up with each change.
  revision int not null default 1,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, process_id) references app_process on delete cascade
);
create unique index app_process_test_name on app_process_test (workplace_id, process_id, lower(name));

-- Why it was deployed although test cases failed, and which; null where none did.
alter table application_version add column override_reason text, add column failed_tests text;

select millrace_audit('app_process_test', 'app-process-test');
