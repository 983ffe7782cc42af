-- The key of an entry is a part of the chain, and stays when a person is erased: it must not name one. Who became a member
-- of a tenant, and which company account belongs to a user, is in the values, which an erasure takes out.
select millrace_audit('tenant_member', 'tenant-member', key_columns => array['tenant_id']);
select millrace_audit('sso_identity', 'sso-identity', key_columns => array['user_id']);
