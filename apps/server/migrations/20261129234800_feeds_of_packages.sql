-- A feed that came with a package does not run on its schedule until somebody has saved it.
alter table data_list_feed add column needs_set_up boolean not null default false;
