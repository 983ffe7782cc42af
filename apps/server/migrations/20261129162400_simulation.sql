-- Simulations of processes with their own history, and the runs of those that are not finished.
create table simulation (
  workplace_id uuid not null,
  id uuid not null,
  definition_id uuid not null,
  name text not null,
  -- The username.
  created_by text not null,
  created_at timestamptz not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- The change, and how it is simulated.
  input jsonb not null,
  run_count int not null,
  -- Measured and prepared by the first turn of the job; null before and after.
  prepared jsonb,
  done_runs int not null default 0,
  result jsonb,
  message text not null default '',
  ended_at timestamptz,
  primary key (workplace_id, id),
  foreign key (workplace_id, definition_id) references process_definition on delete cascade
);
create index simulation_of_definition on simulation (workplace_id, definition_id, created_at desc, id);

-- The results of single runs, until the last one.
create table simulation_run (
  workplace_id uuid not null,
  simulation_id uuid not null,
  number int not null,
  result jsonb not null,
  primary key (workplace_id, simulation_id, number),
  foreign key (workplace_id, simulation_id) references simulation on delete cascade
);

select millrace_leave_unaudited('a simulation changes nothing', 'simulation', 'simulation_run');
