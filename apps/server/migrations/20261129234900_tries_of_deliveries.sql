-- How often the processing of a claimed file or email has ended with an unexpected error.
alter table external_delivery add column tries int not null default 0;
