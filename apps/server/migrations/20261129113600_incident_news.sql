-- Incidents that no alert has counted yet. Each is written with its incident, so that an alert finds it however long the
-- transaction of the incident takes. It goes with the alert, or with the incident.
create table incident_news (
  workplace_id uuid not null,
  incident_id uuid not null,
  group_id uuid not null,
  primary key (workplace_id, incident_id),
  foreign key (workplace_id, incident_id) references incident on delete cascade
);
select millrace_leave_unaudited('derived from the incidents', 'incident_news');

-- Only where alerts are on.
create function millrace_note_incident() returns trigger language plpgsql as $$
begin
  insert into incident_news (workplace_id, incident_id, group_id)
    select new.workplace_id, new.id, new.group_id where exists (select from incident_alert_mark m where m.workplace_id = new.workplace_id);
  return null;
end $$;
create trigger incident_noted after insert on incident for each row when (new.group_id is not null) execute function millrace_note_incident();

-- Alerts were the only ones to look for incidents by their time.
drop index incident_created;
