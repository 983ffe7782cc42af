-- Secret settings whose names have a capital letter were recorded as they are stored, which is encrypted. Their values are
-- hidden in the audit from now on, as those of the others.
select millrace_audit('setting', 'setting', secrets => array['value'], secret_keys => '([Ss]ecret|[Pp]assword|[Tt]oken|[Kk]ey)$', silent => array['revision']);
