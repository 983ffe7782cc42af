-- One mechanism for whatever is done to many things: tasks, incidents, instances, jobs, external tasks, history.

alter table task_batch rename to batch;
alter table task_batch_item rename to batch_item;
alter index task_batch_of_user rename to batch_of_user;
alter index task_batch_old rename to batch_old;
alter index task_batch_about rename to batch_about;
alter index task_batch_about_waiting rename to batch_about_waiting;
alter index task_batch_item_failed rename to batch_item_failed;
alter table batch_item rename column task_id to subject_id;
comment on column batch_item.subject_id is 'The thing that something is done to: what it is, the kind of the batch says.';

alter table batch
  add column kind text,
  -- Who asked for it: the account may go, the batch stays.
  add column created_by text,
  add column reason text,
  -- JSON text: what was asked for, by which the items were found when the batch was made.
  add column query text,
  add column tenant_id text,
  add column is_suspended boolean not null default false,
  -- The position of the last item for which a job is ready: a worker or a seed job moves it on.
  add column seeded int not null default 0,
  add column first_done_at timestamptz,
  -- As Camunda's clients know a batch: three job definitions, and the jobs of two of them. Items are the jobs of the third.
  add column seed_definition_id uuid not null default gen_random_uuid(),
  add column monitor_definition_id uuid not null default gen_random_uuid(),
  add column job_definition_id uuid not null default gen_random_uuid(),
  add column seed_job_id uuid not null default gen_random_uuid(),
  add column monitor_job_id uuid not null default gen_random_uuid(),
  add column monitor_due_at timestamptz,
  add column removal_at timestamptz;
update batch b set kind = case when about is null then 'task-deed' else 'incident-retry' end, seeded = total,
  created_by = (select u.username from app_user u where u.workplace_id = b.workplace_id and u.id = b.user_id);
alter table batch alter column kind set not null;
alter table batch alter column user_id drop not null;
alter table batch drop constraint task_batch_state_check;
-- A draft has its items, and is shown to its user before it starts.
alter table batch add constraint batch_state_check check (state in ('draft', 'waiting', 'done', 'cancelled'));
alter table batch drop constraint task_batch_workplace_id_user_id_fkey;
alter table batch add constraint batch_user_fkey foreign key (workplace_id, user_id) references app_user on delete set null (user_id);
create index batch_listed on batch (workplace_id, id desc) where kind <> 'task-deed';
create index batch_by_job_definition on batch (workplace_id, job_definition_id);

alter table batch_item
  add column job_id uuid not null default gen_random_uuid(),
  add column retries smallint not null default 3;
create index batch_item_job on batch_item (workplace_id, job_id);
-- By which an instance finds the batches that it is in.
create index batch_item_subject on batch_item (workplace_id, subject_id);

update job set element_key = 'batch' where kind = 'batch';

-- Set by hand, instead of what follows from the end and the time to live of a definition. Null: it is kept.
create table removal_time (
  workplace_id uuid not null,
  -- A process instance, or one decision of an evaluation.
  subject_id uuid not null,
  removal_at timestamptz,
  set_at timestamptz not null,
  primary key (workplace_id, subject_id)
);

select millrace_leave_unaudited('live state, which history tells', 'batch', 'batch_item');
select millrace_leave_unaudited('history of what is kept until when', 'removal_time');

-- Fails a transaction that would do what has been done already: a worker and a person came to one item at a time.
create function millrace_expect_one(many bigint) returns void language plpgsql as $$
begin
  if many <> 1 then
    raise exception 'Expected one that waits, but it does not any more.' using errcode = 'MR001';
  end if;
end $$;

-- Evaluations of decisions are forgotten one by one, by their own id.
create index history_fact_decision on history_fact (workplace_id, id) where kind = 'decision-evaluated';
-- What an instance called, for what is done to a hierarchy.
create index history_instance_called on history_instance (workplace_id, root_id) where id <> root_id;
