-- The last value of a variable is found among its own in one step, however many it had: a loop of 10,000 runs counts up
-- one variable as often.
create index history_variable_last on history_variable (workplace_id, variable_id, id);
drop index history_variable_of;
