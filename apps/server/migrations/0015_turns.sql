-- Jobs are claimed by workplace in turn, steps apart from work outside, and a worker knows when the next one is due.
--
-- When a job is free: not before it is due, nor while somebody has it or it rests. So neither jobs in hand nor a thousand
-- that rest after a failure are looked at again and again. A column, because row-level security lets an index be searched
-- by plain comparisons only.
alter table job no force row level security;
alter table job add column free_at timestamptz not null generated always as (greatest(coalesce(due_at, created_at), locked_until)) stored;
alter table job force row level security;
drop index job_due;
create index job_turn on job (workplace_id, (kind = 'work'), priority desc, free_at) where retries > 0 and not is_suspended;
create index job_next on job (free_at) where retries > 0 and not is_suspended;
