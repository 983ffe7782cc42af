-- Texts that replace the names of erased and deleted users in history and records. Rights on history compare names, so
-- nobody may have such a name. Rows from before are not checked, and can still be changed: no such name was given to
-- anybody without intent.
alter table app_user add constraint app_user_not_pseudonym
  check (username !~* '^erased-[0-9a-f]{12}$' and username !~* '\(deleted [0-9a-f]{12}\)$') not valid;
