-- online
-- Triggers rest while the rows of a workplace are moved between databases.
call millrace_rest_all_in_moves();
