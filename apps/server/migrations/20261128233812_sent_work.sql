-- Work that must not be done twice: when it was sent, so that whoever takes over a job knows that it may have been done.
alter table job add column sent_at timestamptz;

-- Whoever gives a job that has no tries left a further one knows of it: that try is a new one. A failure that the service
-- itself has answered clears it with the output; any other failure leaves it, because the request may have arrived.
create function millrace_forget_sent() returns trigger language plpgsql as $$
begin
  new.sent_at := null;
  return new;
end $$;
create trigger job_sent before update of retries on job for each row
  when (old.sent_at is not null and old.retries = 0)
  execute function millrace_forget_sent();
