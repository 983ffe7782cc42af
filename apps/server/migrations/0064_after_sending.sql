-- What whoever has sent the form of a link reads, and where he can go on to.
alter table form_link add column thanks text, add column onwards text;
