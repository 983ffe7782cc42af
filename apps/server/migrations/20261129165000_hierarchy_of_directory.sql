-- The hierarchy that the managers of a directory fill; null: none.
alter table directory add column hierarchy uuid;
alter table directory add foreign key (workplace_id, hierarchy) references hierarchy;
create index directory_hierarchy on directory (workplace_id, hierarchy) where hierarchy is not null;
