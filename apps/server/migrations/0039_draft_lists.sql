-- Drafts as lists show them. What a draft is of is kept with it, as it was when it was saved: its user may see it later,
-- when the task belongs to somebody else or is gone.
alter table form_draft
  add column id uuid not null default gen_random_uuid(),
  -- The version whose form it is; null for a task that belongs to no process, or one that was saved before this column.
  add column definition_id uuid,
  add column process_key text,
  add column tenant_id text,
  -- Of a task: its element in the model, and the form that it named.
  add column task_key text,
  add column form_key text,
  -- Of the task, or of the process that it starts.
  add column name text not null default '',
  add column title text,
  add column process_name text not null default '';
create unique index form_draft_id on form_draft (workplace_id, id);
create index form_draft_list on form_draft (workplace_id, user_id, kind, saved_at, id);

-- Those that are there already, in all workplaces, for which the owner of the tables has to see them.
alter table form_draft no force row level security;
alter table task no force row level security;
alter table instance no force row level security;
alter table process_definition no force row level security;
update form_draft f set definition_id = t.definition_id, process_key = d.key, tenant_id = d.tenant_id, task_key = t.task_key,
    form_key = t.form_key, name = coalesce(t.name, t.task_key, ''), title = coalesce(t.title, i.title, nullif(trim(i.business_key), '')),
    process_name = coalesce(d.name, d.key, '')
  from task t
    left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
    left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
  where f.kind = 'task' and t.workplace_id = f.workplace_id and t.id::text = f.subject;
update form_draft f set definition_id = d.id, process_key = d.key, tenant_id = d.tenant_id, name = coalesce(d.name, d.key),
    process_name = coalesce(d.name, d.key)
  from (select distinct on (workplace_id, key, coalesce(tenant_id, '')) * from process_definition
    order by workplace_id, key, coalesce(tenant_id, ''), version desc) d
  where f.kind = 'start' and d.workplace_id = f.workplace_id
    and f.subject = d.key || coalesce(' of ' || d.tenant_id, '');
alter table form_draft force row level security;
alter table task force row level security;
alter table instance force row level security;
alter table process_definition force row level security;
