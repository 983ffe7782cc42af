-- Packages are trusted by workplace, too: all workplaces of an installation sign with one key (decision 90).
alter table package_import
  -- The workplace that the package was exported from. Null for packages of older versions, which do not say so.
  add column origin_workplace_id uuid;
comment on column package_key.fingerprint is 'With the id of the workplace behind it, where the package names one.';
