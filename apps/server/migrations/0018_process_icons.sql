-- What an operator chose for all versions of a process, instead of what its model says.
create table process_icon (
  workplace_id uuid not null references workplace,
  process_key text not null,
  -- `icon:set`.
  icon text not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (workplace_id, process_key)
);

select millrace_audit('process_icon', 'process-icon');
