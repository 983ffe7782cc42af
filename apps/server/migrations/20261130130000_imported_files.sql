-- The file of an import: the digest of the one whose rows are in the target, or are on the way there. A repeat with another
-- file would otherwise end as if its own rows had been imported. Null for moves, creations, and imports of older servers.
alter table workplace_move add column digest text;
