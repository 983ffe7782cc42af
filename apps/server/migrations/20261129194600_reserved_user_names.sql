-- Texts that replace the names of erased and deleted users in history and records. Rights on history compare names, so
-- nobody may have such a name. Rows from before are checked when they are changed, so an account that has such a name
-- from before stays as it is until it is deleted. Nobody got such a name without intent.
alter table app_user add constraint app_user_not_pseudonym
  check (username !~* '^erased-[0-9a-f]{12}$' and username !~* '\(deleted [0-9a-f]{12}\)$') not valid;
