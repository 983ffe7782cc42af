-- Lists of jobs for those who run processes: what few jobs are is found by index. Whatever a job is when it begins, due at
-- once and never tried, goes into none of these indexes, so that asynchronous steps cost what they did.
create index job_failed on job (workplace_id, id) where retries = 0;
create index job_with_error on job (workplace_id, id) where error is not null;
create index job_suspended on job (workplace_id, id) where is_suspended;
create index job_dated on job (workplace_id, due_at, id) where due_at is not null;
