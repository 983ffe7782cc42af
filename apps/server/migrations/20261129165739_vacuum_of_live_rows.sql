-- Live rows are few, and each step writes them anew. By PostgreSQL's defaults, a table is vacuumed when a fifth of it and
-- 50 rows are dead: a table that was large for an hour keeps its dead rows for long, and lists read past them. These are
-- vacuumed from some hundred dead rows on, and without pauses, as they are short. Room in each page keeps updates that
-- change no indexed column in it.
do $$
declare
  name text;
begin
  foreach name in array array['instance', 'root', 'element', 'variable', 'task', 'external_task', 'subscription', 'task_listing']
  loop
    execute format('alter table %I set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200,
      autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 500, autovacuum_vacuum_cost_delay = 0)', name);
  end loop;
end
$$;
alter table job set (autovacuum_vacuum_cost_delay = 0);
-- All history passes through it at the end of an instance, and only an update at its end follows.
alter table instance_listing set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
