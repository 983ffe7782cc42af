-- A confirmation removes exactly the rows and cells of the held run.

-- Digest of the rows and cells that a held run would have removed.
alter table data_list_feed_run add column loss text;
