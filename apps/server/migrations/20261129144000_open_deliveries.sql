-- Each look at a folder reads its claimed files. The index had all files of the last 14 days.

drop index external_delivery_open;
create index external_delivery_open on external_delivery (workplace_id, listener_id, at, id) where location is not null and outcome = 'claimed';
