-- Requests that must not happen twice, by the key that their sender gave them. Kept for a day.
create table idempotency_key (
  workplace_id uuid not null,
  user_id uuid not null,
  key text not null,
  -- Digest of the call and of all that was sent with it: the same key belongs to the same request.
  request bytea not null,
  -- Who carries it out, and for how long nobody else may.
  holder uuid not null,
  held_until timestamptz not null,
  -- Something was committed under it.
  has_effect boolean not null default false,
  -- What was answered; null until then. Encrypted, for an answer may have secrets.
  answer bytea,
  created_at timestamptz not null,
  primary key (workplace_id, user_id, key),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index idempotency_key_age on idempotency_key (workplace_id, created_at);
create unique index idempotency_key_holder on idempotency_key (workplace_id, holder);

select millrace_leave_unaudited('a day''s memory of what was answered', 'idempotency_key');
