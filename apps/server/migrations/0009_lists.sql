-- What lists are sorted by, where no index had it. The order of a list ends with the id, so that it is always the same.

-- As lists compare names: without regard to case, none as an empty one, never longer than an index takes. A column and
-- not an expression: row-level security keeps a comparison of lower(name) out of an index.
alter table deployment add column name_key text collate "C" generated always as (left(lower(coalesce(name, '')), 200)) stored;
create index deployment_name on deployment (workplace_id, name_key, id);
create index deployment_time on deployment (workplace_id, deployed_at, id);
