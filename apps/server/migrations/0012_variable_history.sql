-- The values of one variable, whatever instance it belongs to: whether a value is the last one, and when the first was.
create index history_variable_of on history_variable (workplace_id, variable_id);
