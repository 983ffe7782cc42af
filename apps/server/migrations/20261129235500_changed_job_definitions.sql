-- Each unit of work that creates jobs looks for the settings of their job definitions. Hardly any definition has some.
create index job_definition_changed on job_definition (workplace_id, definition_id) where is_suspended or priority is not null;
