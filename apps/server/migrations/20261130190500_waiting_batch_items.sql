-- online
-- The next item of a batch, and whether any is left: without reading those that are done.
create index concurrently if not exists batch_item_waiting on batch_item (workplace_id, batch_id, position) where state = 'waiting';
