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

-- What an API token is good for, and until when. Those that were made before have all that their users have; those that
-- had no end have one now.
update api_token set expires_at = now() + interval '90 days' where expires_at is null;
alter table api_token
  alter column expires_at set not null,
  add column scopes text[] not null default '{read,start,work,deploy,operate,administer}',
  -- Keys of processes and topics of external tasks that it is good for. Null: all.
  add column process_keys text[],
  add column topics text[];
alter table api_token alter column scopes drop default;

-- Authorizations as Camunda has them: what users, groups or everybody may do with things beside what their roles give.
create table user_authorization (
  workplace_id uuid not null references workplace,
  id uuid not null,
  -- 0 for everybody, 1 granted, 2 revoked.
  type smallint not null check (type in (0, 1, 2)),
  -- A name; * for everybody.
  user_id text,
  group_id text,
  resource_type int not null,
  -- A key or an id; * for all.
  resource_id text,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  primary key (workplace_id, id),
  check ((user_id is null) <> (group_id is null))
);
create unique index user_authorization_user on user_authorization (workplace_id, user_id, type, resource_type, resource_id) where user_id is not null;
create unique index user_authorization_group on user_authorization (workplace_id, group_id, type, resource_type, resource_id) where group_id is not null;
select millrace_audit('user_authorization', 'authorization');

-- Whoever is disabled has no session and no API token any more, whoever disables him: none comes back with the user.
create function millrace_end_access() returns trigger language plpgsql as $$
begin
  delete from session where workplace_id = new.workplace_id and user_id = new.id;
  delete from api_token where workplace_id = new.workplace_id and user_id = new.id;
  return null;
end $$;
create trigger end_access after update of status on app_user for each row when (new.status = 'disabled' and old.status <> 'disabled') execute function millrace_end_access();
