-- Why a provisioned user is not below their manager in the hierarchy of the settings; null: they are, or need not be. The
-- audit shows when it changes.
alter table scim_identity add column position_note text;
