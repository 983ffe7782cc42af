-- Listeners receive what other systems send: webhooks, and files that appear in a folder. Each starts a process or sends
-- a message, and keeps a log of its deliveries.

create table external_listener (
  workplace_id uuid not null,
  id uuid not null,
  system_id uuid not null,
  api_id uuid not null,
  -- webhook or folder.
  kind text not null,
  name text not null,
  description text not null default '',
  -- Where it listens, how senders prove who they are, and what a delivery does.
  settings jsonb not null,
  -- The digest of the token in the address of a webhook. Null: the webhook has no address yet.
  token_hash bytea,
  -- The address, where signatures prove who sends. Null: the address itself is the secret, and was shown once.
  address text,
  -- The secret of signatures, closed with the key of the server.
  sealed bytea,
  -- The token and the secret before the last change, which are valid until then.
  old_token_hash bytea,
  old_sealed bytea,
  old_until timestamptz,
  revision int not null default 1,
  disabled_at timestamptz,
  disabled_by text,
  disabled_reason text,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  updated_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, system_id) references external_system,
  foreign key (workplace_id, api_id) references external_api
);
create unique index external_listener_name on external_listener (workplace_id, system_id, lower(name));
create index external_listener_api on external_listener (workplace_id, api_id);
create unique index external_listener_token on external_listener (workplace_id, token_hash) where token_hash is not null;
create index external_listener_old_token on external_listener (workplace_id, old_token_hash) where old_token_hash is not null;
select millrace_audit('external_listener', 'external-listener', secrets => array['token_hash', 'address', 'sealed', 'old_token_hash', 'old_sealed']);

-- How a listener that looks by itself went last. It is one row, which each look writes.
create table external_listener_state (
  workplace_id uuid not null,
  listener_id uuid not null,
  looked_at timestamptz,
  -- The server that looked.
  holder text,
  -- Why the last look failed; null: it did not.
  fault text,
  -- Since when looks fail.
  fault_since timestamptz,
  -- Files that wait, and since when the oldest of them does.
  waiting int not null default 0,
  waiting_since timestamptz,
  -- Size and time of each file at the last look.
  seen jsonb not null default '{}',
  primary key (workplace_id, listener_id),
  foreign key (workplace_id, listener_id) references external_listener on delete cascade
);
select millrace_leave_unaudited('what a job writes at each look', 'external_listener_state');

-- The log of deliveries. It is bounded as the log of calls is.
create table external_delivery (
  workplace_id uuid not null,
  id uuid not null,
  listener_id uuid not null,
  at timestamptz not null,
  ms int not null default 0,
  -- claimed, accepted, repeated, rejected or failed.
  outcome text not null,
  -- The id that the sender gave it, or the name of the file.
  subject text,
  fault text,
  -- Shortened, with marks where secrets were.
  content text,
  bytes int not null default 0,
  -- What arrived, closed as secrets are, to deliver it again.
  sealed bytea,
  -- What another delivery of the same is known by: its id, and its content. Null: it does not count.
  id_key bytea,
  body_key bytea,
  -- Of a file: its path before and while it is processed, and where it is now.
  path text,
  location text,
  -- What it has started or reached.
  instance_id uuid,
  process_key text,
  replay_of uuid,
  replayed_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, listener_id) references external_listener on delete cascade
);
create index external_delivery_list on external_delivery (workplace_id, at, id);
create index external_delivery_listener on external_delivery (workplace_id, listener_id, at, id);
create unique index external_delivery_id_key on external_delivery (workplace_id, listener_id, id_key)
  where id_key is not null and outcome in ('claimed', 'accepted');
create unique index external_delivery_body_key on external_delivery (workplace_id, listener_id, body_key)
  where body_key is not null and outcome in ('claimed', 'accepted');
-- Files that somebody has claimed, or whose folder they have not left yet.
create index external_delivery_open on external_delivery (workplace_id, listener_id) where location is not null and outcome in ('claimed', 'accepted', 'failed');
select millrace_leave_unaudited('a log of its own', 'external_delivery');

-- A listener waits for others, as mails do.
drop index job_turn;
create index job_turn on job (workplace_id, (kind in ('work', 'mail', 'directory', 'listener')), priority desc, free_at) where retries > 0 and not is_suspended;
