-- Makes PostgreSQL find the last entry of a revision by the primary key. Without statistics, as in the first days of a
-- month, a scan of all entries and a sort, repeated for each entry, have the same estimated cost. A transaction with a
-- thousand entries took more than twice as long after six such transactions.
-- A later migration that replaces one of these functions has to repeat this setting.
alter function millrace_write_audit() set enable_sort = off;
alter function millrace_revision(uuid) set enable_sort = off;
