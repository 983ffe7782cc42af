-- A file of a form is the value of its variable. Reads of a user without the right find no file of a restricted one.
create policy restricted_variables on stored_file as restrictive for select using (
  (select coalesce(current_setting('app.hides', true), '') = '')
  or variable is null
  or variable !~* (select current_setting('app.hides', true))
  or millrace_shows_restricted(workplace_id, instance_id));
