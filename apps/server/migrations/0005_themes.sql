-- How a workplace and its users want the product to look.

-- One row for each workplace that has changed something.
create table site_theme (
  workplace_id uuid primary key references workplace,
  -- Null: the product's own name.
  product_name text,
  theme_code text not null default 'theme-default',
  menu_on_top boolean not null default false,
  fixed_footer boolean not null default false,
  updated_at timestamptz not null default now(),
  updated_by text
);

create table site_picture (
  workplace_id uuid not null references workplace,
  kind text not null check (kind in ('logo', 'favicon')),
  -- By content, not by what the sender said.
  content_type text not null,
  bytes bytea not null,
  -- Of the bytes, for addresses that change with them.
  digest text not null,
  updated_at timestamptz not null default now(),
  updated_by text,
  primary key (workplace_id, kind)
);

create table user_theme (
  workplace_id uuid not null references workplace,
  id uuid not null,
  code text not null,
  name text not null,
  variables jsonb not null,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  primary key (workplace_id, id)
);
create unique index user_theme_name on user_theme (workplace_id, lower(name));
create unique index user_theme_code on user_theme (workplace_id, lower(code));

create table user_profile (
  workplace_id uuid not null,
  user_id uuid not null,
  customer_reference text,
  organisation_reference text,
  -- May name a theme that is gone: then the workplace's counts.
  theme_code text,
  language text,
  updated_at timestamptz not null default now(),
  primary key (workplace_id, user_id),
  foreign key (workplace_id, user_id) references app_user on delete cascade
);
create index user_profile_theme on user_profile (workplace_id, theme_code);
