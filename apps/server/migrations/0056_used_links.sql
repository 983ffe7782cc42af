-- A link for one form, or for a task, that has taken it: it counts no more among those that a workplace may have.
alter table form_link add column is_used boolean not null
  generated always as ((is_once or task_id is not null) and uses > 0) stored;
create index form_link_good on form_link (workplace_id, expires_at) where not is_ended and not is_used;
select millrace_audit('form_link', 'form-link', secrets => array['token_hash'], silent => array['uses', 'used_at', 'is_used', 'name_key']);
