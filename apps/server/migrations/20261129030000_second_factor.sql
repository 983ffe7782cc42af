-- Second factors of users who sign in with a password, and the rules for passwords.

create table second_factor (
  workplace_id uuid not null references workplace,
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  -- An authenticator app: its secret, encrypted, and the time step of the last code, which is valid once.
  secret bytea,
  last_step bigint not null default 0,
  -- A passkey: its id, public key, and count of signatures.
  credential_id text,
  public_key bytea,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index second_factor_user on second_factor (workplace_id, user_id, created_at);
create unique index second_factor_credential on second_factor (workplace_id, credential_id) where credential_id is not null;
select millrace_audit('second_factor', 'second-factor', secrets => array['secret', 'public_key'],
  silent => array['last_step', 'counter', 'last_used_at']);

-- Keyed digests of the recovery codes of a user that are not used yet.
create table recovery_codes (
  workplace_id uuid not null references workplace,
  user_id uuid not null,
  hashes text[] not null,
  created_at timestamptz not null,
  primary key (workplace_id, user_id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
select millrace_audit('recovery_codes', 'recovery-codes', secrets => array['hashes']);

-- A sign-in whose password was right, and whose second step is missing.
create table second_step (
  workplace_id uuid not null references workplace,
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null check (purpose in ('verify', 'set-up')),
  -- The password that was right: after it changes, the sign-in starts again.
  password_hash text not null,
  -- Takes the place of the password when the second step succeeds.
  new_password_hash text,
  -- What a passkey has to sign.
  challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (workplace_id, token_hash),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index second_step_user on second_step (workplace_id, user_id);
create index second_step_age on second_step (workplace_id, expires_at);
select millrace_leave_unaudited('signing in', 'second_step');

-- How its user signed in.
alter table session add column method text not null default 'password'
  check (method in ('password', 'totp', 'passkey', 'recovery-code', 'single-sign-on', 'directory'));
alter table session no force row level security;
alter table sso_session no force row level security;
update session s set method = 'single-sign-on'
  where exists (select from sso_session x where x.workplace_id = s.workplace_id and x.session_id = s.id);
alter table session force row level security;
alter table sso_session force row level security;

-- When the password was set; for passwords of before, when this rule was introduced.
alter table app_user add column password_changed_at timestamptz;
alter table app_user no force row level security;
update app_user set password_changed_at = now() where password_hash is not null;
alter table app_user force row level security;
select millrace_audit('app_user', 'user', secrets => array['password_hash'],
  silent => array['last_login_at', 'last_login_key', 'username_key', 'email_key', 'display_key', 'password_changed_at']);

-- Earlier passwords of users, which the setting password.history keeps them from choosing again.
create table earlier_password (
  workplace_id uuid not null references workplace,
  user_id uuid not null,
  password_hash text not null,
  replaced_at timestamptz not null,
  primary key (workplace_id, user_id, password_hash),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
select millrace_leave_unaudited('the change of the password is audited', 'earlier_password');

-- Whoever sets a password also says when the row was changed or created.
create function millrace_date_password() returns trigger language plpgsql as $$
begin
  if new.password_hash is not null and (tg_op = 'INSERT' or new.password_hash is distinct from old.password_hash) then
    new.password_changed_at := case when tg_op = 'INSERT' then new.created_at else new.updated_at end;
  end if;
  return new;
end $$;
create trigger date_password before insert or update of password_hash on app_user for each row execute function millrace_date_password();

create function millrace_keep_password() returns trigger language plpgsql as $$
begin
  insert into earlier_password (workplace_id, user_id, password_hash, replaced_at)
    values (old.workplace_id, old.id, old.password_hash, new.updated_at) on conflict do nothing;
  delete from earlier_password where workplace_id = old.workplace_id and user_id = old.id and password_hash in
    (select password_hash from earlier_password where workplace_id = old.workplace_id and user_id = old.id order by replaced_at desc offset 24);
  return null;
end $$;
create trigger keep_password after update of password_hash on app_user for each row
  when (old.password_hash is not null and new.password_hash is distinct from old.password_hash) execute function millrace_keep_password();
