-- A mail tells the newest of its notices, and the old ones are looked through in portions, each from where the last one ended.
drop index notice_mail;
create index notice_mail on notice (workplace_id, mail_id, created_at, id) where mail_id is not null;
drop index notice_age;
create index notice_age on notice (workplace_id, created_at, id);
