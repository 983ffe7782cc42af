-- Forms of public links that somebody has begun, to go on with by a link that was mailed.
alter table form_link add column may_save boolean not null default false;

create table saved_form (
  workplace_id uuid not null references workplace,
  id uuid not null,
  link_id uuid not null,
  -- Of the secret in the mailed link; nobody can make the link of it.
  token_hash bytea not null,
  form_hash text not null,
  -- Emptied when it is used: it was sent, or saved again under another secret.
  entries text,
  saved_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (workplace_id, id),
  foreign key (workplace_id, link_id) references form_link on delete cascade
);
create unique index saved_form_token on saved_form (workplace_id, token_hash);
create index saved_form_link on saved_form (workplace_id, link_id, saved_at);
create index saved_form_expiry on saved_form (workplace_id, expires_at);

-- That a form which was saved is sent once.
alter table form_receipt add column saved_id uuid;
create unique index form_receipt_saved on form_receipt (workplace_id, saved_id) where saved_id is not null;

-- Of a mail of the program itself nothing is kept once it is sent: it has a secret in it.
alter table test_mail add column is_secret boolean not null default false;
select millrace_audit('test_mail', 'test-mail', silent => array['html', 'plain_text', 'state', 'error', 'is_secret'], operations => 'insert');

select millrace_leave_unaudited('what somebody without an account has typed and not sent', 'saved_form');
