-- Instances that were moved to another version kept the former one in their lists. The rows of all workplaces, for which
-- their owner has to see them.
do $$
declare
  name text;
begin
  foreach name in array array['instance', 'history_instance', 'process_definition', 'instance_listing'] loop
    execute format('alter table %I no force row level security', name);
  end loop;
  update instance_listing l set definition_id = i.definition_id, process_key = i.process_key, process_name = i.process_name, is_filed = false
    from instance_listed i where i.workplace_id = l.workplace_id and i.instance_id = l.instance_id and i.definition_id <> l.definition_id;
  foreach name in array array['instance', 'history_instance', 'process_definition', 'instance_listing'] loop
    execute format('alter table %I force row level security', name);
  end loop;
end $$;
