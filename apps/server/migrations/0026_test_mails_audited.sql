-- Who has had which mail sent to whom is told by the audit, also when the mail itself is forgotten.
alter table test_mail add column template_id uuid;
comment on table test_mail is null;
select millrace_audit('test_mail', 'test-mail', silent => array['html', 'plain_text', 'state', 'error'], operations => 'insert');
