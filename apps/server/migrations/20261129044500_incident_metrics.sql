-- One statement counts the open incidents of all workplaces, for the metrics of the installation.
create policy platform_reads on incident_group for select using ((select current_setting('app.platform', true) = 'on'));
