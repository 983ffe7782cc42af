-- Signing in: refresh tokens that were exchanged, accounts at a provider of single sign-on, and tries that failed.

-- Whoever comes with an exchanged refresh token later than a moment after the exchange has a copy of it.
create table session_spent_refresh (
  workplace_id uuid not null,
  refresh_hash bytea not null,
  session_id uuid not null,
  spent_at timestamptz not null,
  primary key (workplace_id, refresh_hash),
  foreign key (workplace_id, session_id) references session on delete cascade
);
create index session_spent_refresh_session on session_spent_refresh (workplace_id, session_id);

-- Who a user is to the provider.
create table sso_identity (
  workplace_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  -- Whether the provider still lets the user into this workplace, as of the last sign-in.
  is_open boolean not null default true,
  primary key (workplace_id, issuer, subject),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create unique index sso_identity_user on sso_identity (workplace_id, user_id, issuer);
create index sso_identity_subject on sso_identity (issuer, subject);

-- Sessions that began at the provider, and end when it says so.
create table sso_session (
  workplace_id uuid not null,
  session_id uuid not null,
  issuer text not null,
  subject text not null,
  -- The provider's own session.
  provider_session text,
  -- Encrypted. The provider wants to see it again at the end.
  id_token bytea not null,
  -- Whether the user, or nobody, has decided for this workplace.
  is_chosen boolean not null,
  primary key (workplace_id, session_id),
  foreign key (workplace_id, session_id) references session on delete cascade
);
create index sso_session_subject on sso_session (issuer, subject);
create index sso_session_provider on sso_session (issuer, provider_session);

-- The provider knows nothing of workplaces, so both have to be found without one.
select millrace_protect('sso_identity');
select millrace_open_to_platform('sso_identity');
select millrace_protect('sso_session');
select millrace_open_to_platform('sso_session');

-- Tries to sign in that failed, by a hash of the account or the address. They come before anything is known of a
-- workplace, and nothing is lost with them.
create unlogged table sign_in_try (
  key bytea primary key,
  count int not null,
  ends_at timestamptz not null
);
create index sign_in_try_end on sign_in_try (ends_at);
