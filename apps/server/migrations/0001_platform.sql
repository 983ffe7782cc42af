-- Workplaces, users and how they sign in; and the wall between workplaces.
--
-- Every table's first key column is workplace_id, and every table with that column is protected: whoever has not said in
-- which workplace he works sees no row of any. A few tables are also open to the platform itself, which has to find
-- things before it knows their workplace.

-- Lets a table show and take only rows of the workplace that the transaction has set.
create function millrace_protect(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy workplace_rows on %s using (workplace_id = nullif(current_setting(''app.workplace'', true), '''')::uuid)', target);
end $$;

-- Protects every table with a workplace_id that is not yet. Runs after every migration; whatever makes tables at other
-- times (partitions) calls it too.
create function millrace_protect_tables() returns void language plpgsql as $$
declare
  target regclass;
begin
  for target in
    select c.oid::regclass from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workplace_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relforcerowsecurity and c.relnamespace = current_schema()::regnamespace
  loop
    perform millrace_protect(target);
  end loop;
end $$;

-- Lets transactions of the platform see and change the rows of all workplaces in a protected table.
create function millrace_open_to_platform(target regclass) returns void language plpgsql as $$
begin
  execute format('create policy platform_rows on %s using ((select current_setting(''app.platform'', true) = ''on''))', target);
end $$;

create table workplace (
  workplace_id uuid primary key,
  -- The name by which users and addresses choose it.
  reference text not null,
  name text not null,
  -- The one for users who choose none.
  is_default boolean not null default false,
  -- Since when nobody signs in and no job runs.
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index workplace_reference on workplace (lower(reference));
create unique index workplace_default on workplace (is_default) where is_default;

create table app_user (
  workplace_id uuid not null references workplace,
  id uuid not null,
  -- Who somebody is to the engine and in history, so it never changes.
  username text not null,
  email text,
  first_name text,
  last_name text,
  -- Argon2id. Null for those who sign in elsewhere.
  password_hash text,
  -- A first password that somebody else knows: good for nothing but to choose another one.
  must_change_password boolean not null default false,
  status text not null default 'enabled' check (status in ('enabled', 'disabled', 'locked')),
  disabled_reason text,
  failed_tries int not null default 0,
  locked_until timestamptz,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  primary key (workplace_id, id)
);
create unique index app_user_username on app_user (workplace_id, lower(username));
create index app_user_email on app_user (workplace_id, lower(email));

create table user_role (
  workplace_id uuid not null,
  user_id uuid not null,
  role text not null,
  primary key (workplace_id, user_id, role),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);

create table user_group (
  workplace_id uuid not null references workplace,
  id uuid not null,
  -- The name that models use for candidate groups.
  key text not null,
  name text not null,
  description text,
  type text,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  primary key (workplace_id, id)
);
create unique index user_group_key on user_group (workplace_id, key);

create table group_member (
  workplace_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (workplace_id, group_id, user_id),
  foreign key (workplace_id, group_id) references user_group on delete cascade,
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index group_member_user on group_member (workplace_id, user_id);

-- Tokens are kept as SHA-256 only.
create table session (
  workplace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  refreshed_at timestamptz not null,
  idle_seconds int not null,
  -- Written at most every few seconds.
  last_seen_at timestamptz not null,
  created_at timestamptz not null,
  user_agent text,
  address text,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create unique index session_access on session (workplace_id, access_hash);
create unique index session_refresh on session (workplace_id, refresh_hash);
create index session_by_user on session (workplace_id, user_id);
create index session_idle on session (workplace_id, last_seen_at);

create table api_token (
  workplace_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  created_by text,
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (workplace_id, id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create unique index api_token_hash on api_token (workplace_id, token_hash);
create index api_token_user on api_token (workplace_id, user_id);

create table setting (
  workplace_id uuid not null references workplace,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by text,
  primary key (workplace_id, key)
);

select millrace_protect('workplace');
select millrace_open_to_platform('workplace');
