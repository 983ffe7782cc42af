-- The values of one variable, whatever instance it belongs to: whether a value is the last one, and when the first was.
create index history_variable_of on history_variable (workplace_id, variable_id);
-- What happened to one task or incident, whatever instance it belongs to.
create index history_fact_subject on history_fact (workplace_id, subject_id) where subject_id is not null;
