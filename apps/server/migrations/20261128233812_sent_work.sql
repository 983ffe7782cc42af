-- When work was sent that must not be done twice. A worker that takes over the job sees that the work may have been done.
alter table job add column sent_at timestamptz;

-- A job without tries left gets another one from a person, who knows of it: the time is cleared. The answer of the service
-- that it failed clears the time too. Every other failure keeps it, because the request may have arrived.
create function millrace_forget_sent() returns trigger language plpgsql as $$
begin
  new.sent_at := null;
  return new;
end $$;
create trigger job_sent before update of retries on job for each row
  when (old.sent_at is not null and old.retries = 0)
  execute function millrace_forget_sent();
