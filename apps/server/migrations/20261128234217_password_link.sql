-- Links by which users choose a password: new users are invited by one, and users who forgot their password ask for one.

create table password_link (
  workplace_id uuid not null references workplace,
  id uuid not null,
  -- Null: the name that was asked for belongs to nobody. The row is written so that asking takes as long as for a user.
  user_id uuid,
  -- The address that the link was mailed to: after the user gets another address, the link is no longer valid.
  email text,
  kind text not null check (kind in ('invitation', 'reset')),
  token_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  created_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create unique index password_link_hash on password_link (workplace_id, token_hash);
create index password_link_user on password_link (workplace_id, user_id) where user_id is not null;
create index password_link_age on password_link (workplace_id, expires_at);
select millrace_leave_unaudited('its mail and the new password are audited', 'password_link');

-- Addresses that users entered themselves. Nobody gets a link there by asking: an open browser or an API token could set
-- the address, and with it the password.
create table own_email (
  workplace_id uuid not null references workplace,
  user_id uuid not null,
  email text not null,
  primary key (workplace_id, user_id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
select millrace_leave_unaudited('the change of the user is audited', 'own_email');
