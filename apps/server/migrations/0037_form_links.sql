-- Links by which people without an account fill in the start form of a process.

create table form_link (
  workplace_id uuid not null references workplace,
  id uuid not null,
  -- Of what the link carries; nobody can make the link of it.
  token_hash bytea not null,
  -- What it is for, to those who keep links.
  name text not null,
  process_key text not null,
  tenant_id text,
  -- Null: until somebody ends it.
  expires_at timestamptz,
  -- Good for one form.
  is_once boolean not null,
  has_captcha boolean not null,
  -- Origins whose pages may show the form within theirs.
  sites text[] not null,
  -- Forms that have come by it.
  uses int not null default 0,
  used_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  created_at timestamptz not null,
  created_by text not null,
  is_ended boolean not null generated always as (ended_at is not null) stored,
  name_key text collate "C" not null generated always as (left(lower(name), 200)) stored,
  primary key (workplace_id, id)
);
create unique index form_link_token on form_link (workplace_id, token_hash);
create index form_link_created on form_link (workplace_id, created_at, id);
create index form_link_list on form_link (workplace_id, name_key, id);
create index form_link_expiry on form_link (workplace_id, expires_at, id);
create index form_link_process on form_link (workplace_id, process_key, created_at, id);

-- A form that has come, by which whoever sent it asks how it goes.
create table form_receipt (
  workplace_id uuid not null references workplace,
  -- Made by the page that was filled in: the same form sent twice has come once.
  id uuid not null,
  link_id uuid not null,
  -- Set for a link that is good once, so that only one can be.
  once_of uuid,
  instance_id uuid not null,
  -- Seven letters and digits that people can read out.
  reference text not null,
  sent_at timestamptz not null,
  primary key (workplace_id, id),
  foreign key (workplace_id, link_id) references form_link on delete cascade
);
create unique index form_receipt_once on form_receipt (workplace_id, once_of) where once_of is not null;
create index form_receipt_link on form_receipt (workplace_id, link_id);

-- Riddles that were solved and used. Kept until they are too old to be used anyway.
create table spent_captcha (
  workplace_id uuid not null references workplace,
  digest bytea not null,
  expires_at timestamptz not null,
  primary key (workplace_id, digest)
);
create index spent_captcha_age on spent_captcha (workplace_id, expires_at);

select millrace_audit('form_link', 'form-link', secrets => array['token_hash'], silent => array['uses', 'used_at', 'name_key']);
select millrace_leave_unaudited('told by the history of the instance that came of it', 'form_receipt');
select millrace_leave_unaudited('ten minutes'' memory of solved riddles', 'spent_captcha');
