-- What workplaces have the mails of the product say.

create table system_template (
  workplace_id uuid not null references workplace,
  -- Which mail of the product.
  mail text not null,
  -- Of its readers; empty: whoever reads a language without a text of its own.
  language text not null,
  -- With placeholders. The HTML has nothing that a mail must not have. Null, both: set back to what the product brings.
  subject text,
  html text,
  -- Goes up with each change, also when it is set back.
  revision int not null,
  -- Why it could not be used for a mail since it was changed last, and when.
  fault text,
  failed_at timestamptz,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, mail, language),
  check ((subject is null) = (html is null))
);
select millrace_audit('system_template', 'system-template', silent => array['fault', 'failed_at']);

-- Which mail of the product it is, and what it is filled with when it leaves, in the words that the workplace has then. A
-- mail to try one has no filling: it is written when it is ordered.
alter table test_mail add column system_mail text;
alter table test_mail add column filling jsonb;
select millrace_audit('test_mail', 'test-mail', silent => array['html', 'plain_text', 'state', 'error', 'is_secret', 'filling'], operations => 'insert');
