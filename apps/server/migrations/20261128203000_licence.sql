-- The licence that a vendor of applications has issued for a workplace.

create table licence (
  workplace_id uuid primary key references workplace,
  number text not null,
  -- Who may use it.
  holder text not null,
  -- Keys of the applications that it covers. Empty: any.
  application_keys text[] not null,
  -- How many applications and users there may be at most. Users null: any number.
  applications int not null,
  users int,
  -- The last day on which it is valid.
  expires_on date not null,
  issued_on date not null,
  -- As it was issued, with its signature.
  file text not null,
  -- Goes up with each licence.
  revision int not null default 1,
  uploaded_at timestamptz not null,
  uploaded_by text,
  -- The latest time that any server has seen: a clock that is set back makes no licence longer.
  seen_at timestamptz not null
);
select millrace_audit('licence', 'licence', silent => array['seen_at']);
