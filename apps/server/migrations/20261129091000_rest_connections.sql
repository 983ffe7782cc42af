-- Of connections to REST services: further secrets, and what is known of their calls.

-- Refresh token, key of the client's certificate, password of the proxy: one JSON object, closed as `sealed` is.
alter table external_connection add column other_secrets bytea;
select millrace_audit('external_connection', 'external-connection', secrets => array['sealed', 'other_secrets'], silent => array['tested_at', 'test_ms', 'test_fault']);

-- One row for each connection that needs it, written by calls.
create table external_connection_state (
  workplace_id uuid not null,
  connection_id uuid not null,
  -- The access token of OAuth 2, closed as secrets are, and until when it is used.
  token_sealed bytea,
  token_until timestamptz,
  -- The last refresh token. Null: the one that was entered.
  refresh_sealed bytea,
  -- Who gets a token now, and until when others wait for it.
  renewing_by uuid,
  renewing_until timestamptz,
  -- When the next call may leave, where there is a limit of calls.
  next_at timestamptz,
  -- Failures in a row, and until when nothing is sent because of them.
  failures int not null default 0,
  paused_until timestamptz,
  primary key (workplace_id, connection_id),
  foreign key (workplace_id, connection_id) references external_connection on delete cascade
);
select millrace_leave_unaudited('written by calls, and no setting', 'external_connection_state');
