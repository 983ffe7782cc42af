-- The name of the database in which the workplace lives, where that is not this one. Such a row is an entry of the
-- directory: everything else of the workplace, with a row of its own here, is in the other database.
alter table workplace add column cell text;

-- Which database of which installation this is, so that no server takes one for another.
create table cell_identity (
  only_row boolean primary key default true check (only_row),
  -- The same in all databases of an installation.
  installation uuid not null,
  -- Null in the first one, which has the directory.
  name text
);
select millrace_leave_unaudited('written once, by the first server that uses the database', 'cell_identity');
