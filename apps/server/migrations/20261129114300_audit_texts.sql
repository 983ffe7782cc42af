-- The texts of the chain, as PostgreSQL sees them: JSON is written by functions that it calls stable. A function that is
-- declared immutable and calls a stable one is not replaced by its content, but started by itself, several times for
-- each entry.
alter function millrace_audit_instant(timestamptz) stable;
alter function millrace_audit_revision_text(uuid, bigint, timestamptz, text, bigint) stable;
alter function millrace_audit_entry_text(uuid, bigint, uuid, timestamptz, text, text, text) stable;
alter function millrace_audit_content_text(uuid, jsonb, jsonb, text, text) stable;
alter function millrace_audit_content(uuid, jsonb, jsonb, text, text) stable;
alter function millrace_audit_person(uuid, text) stable;
