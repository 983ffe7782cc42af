-- The log of calls of external systems. It is bounded, and no record: whoever needs one has the audit and the history.

create table external_call (
  workplace_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  adapter_id uuid not null,
  at timestamptz not null,
  ms int not null,
  origin text not null,
  outcome text not null,
  status int,
  fault text,
  -- Shortened, with marks where secrets were.
  request text not null,
  request_bytes int not null,
  answer text,
  answer_bytes int,
  -- The values that were given, closed as secrets are, to send it again. Null: there are too many.
  given_sealed bytea,
  idempotency_key text,
  replay_of uuid,
  replayed_by text,
  primary key (workplace_id, id),
  foreign key (workplace_id, connection_id) references external_connection on delete cascade
);
create index external_call_list on external_call (workplace_id, at, id);
create index external_call_connection on external_call (workplace_id, connection_id, at, id);
select millrace_leave_unaudited('a log of its own', 'external_call');
