-- Rights of workers: tries to sign in by account and place.

-- Tries that failed are counted for each account and the place they come from, so that nobody is locked out by a
-- stranger. `app_user.status` tells that somebody was; what is counted stands here alone.
drop table sign_in_try;
create table sign_in_try (
  -- A hash of what is counted: an account from one place, an account from all places that it does not know, a place.
  key bytea primary key,
  -- A hash of the account, by which what is counted of it is forgotten. Null where it is no account that counts.
  account bytea,
  count int not null,
  ends_at timestamptz not null
);
create index sign_in_try_end on sign_in_try (ends_at);
create index sign_in_try_account on sign_in_try (account);

alter table app_user drop column failed_tries;
select millrace_audit('app_user', 'user', secrets => array['password_hash'], silent => array['last_login_at']);

-- Where a user has shown the right password: hashes of networks, and of tokens that browsers keep.
create table known_origin (
  workplace_id uuid not null,
  user_id uuid not null,
  origin bytea not null,
  last_seen_at timestamptz not null,
  primary key (workplace_id, user_id, origin),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
select millrace_leave_unaudited('signing in', 'known_origin');
