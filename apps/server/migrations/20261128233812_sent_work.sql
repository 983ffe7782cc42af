-- Work that must not be done twice: when it was sent, so that whoever takes over a job knows that it may have been done.
alter table job add column sent_at timestamptz;

-- A failure that was counted, and somebody who gives the job a further try, both know: the next try is a new one.
create function millrace_forget_sent() returns trigger language plpgsql as $$
begin
  new.sent_at := null;
  return new;
end $$;
create trigger job_sent before update of retries on job for each row
  when (old.sent_at is not null and (old.retries = 0 or new.retries < old.retries))
  execute function millrace_forget_sent();
