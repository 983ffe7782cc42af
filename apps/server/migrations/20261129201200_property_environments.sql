-- A global property can have another value in each environment, by the name of the environment: JSON text, or for a secret
-- property the sealed value in base64.

alter table global_property
  add is_per_environment boolean not null default false,
  add environment_values jsonb not null default '{}',
  add environment_sealed jsonb not null default '{}';
select millrace_audit('global_property', 'global-property', secrets => array['sealed', 'handle', 'environment_sealed']);
