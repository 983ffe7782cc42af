-- Alerts of new incidents, each with a job of the same id that sends it. What is sent is written when it is ordered.
create table incident_alert (
  workplace_id uuid not null references workplace,
  id uuid not null,
  created_at timestamptz not null,
  channel text not null check (channel in ('mail', 'webhook')),
  -- Email addresses, or the address of the webhook.
  target text not null,
  body jsonb not null,
  state text not null check (state in ('waiting', 'sent', 'failed')),
  error text,
  ended_at timestamptz,
  primary key (workplace_id, id)
);
create index incident_alert_created on incident_alert (workplace_id, created_at);

-- Up to which time alerts have been ordered. Without a row nobody is alerted.
create table incident_alert_mark (
  workplace_id uuid primary key references workplace,
  told_until timestamptz not null,
  ordered_at timestamptz not null
);

create index incident_created on incident (workplace_id, created_at) where group_id is not null;

select millrace_leave_unaudited('what incidents give to send', 'incident_alert', 'incident_alert_mark');
