-- Since when a listener is reported as silent for longer than usual. Null: it is not. A webhook has a row for it, too.
alter table external_listener_state add silent_since timestamptz;
