-- Settings that administrators change on the page of settings.
--
-- Settings of the installation are rows of the default workplace: its administrators set them. A setting that was set
-- back keeps its row without a value, so that its revision only rises.

alter table setting alter column value drop not null, add column revision int not null default 1;
comment on column setting.revision is 'Counts changes.';
select millrace_audit('setting', 'setting', secrets => array['value'], secret_keys => '(secret|password|token|key)$', silent => array['revision']);

-- Servers read the settings of the installation before they know any workplace.
create policy platform_reads on setting for select using ((select current_setting('app.platform', true) = 'on'));

-- Whether the user has turned auto save off. Neither off nor an interval: the default of the workplace.
alter table user_profile add column is_auto_save_off boolean not null default false;
