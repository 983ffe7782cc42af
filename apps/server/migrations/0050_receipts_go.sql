-- Receipts, and what people were told of an instance, go with its history, and receipts of what is over after a while.
create index form_receipt_instance on form_receipt (workplace_id, instance_id);
create index form_receipt_age on form_receipt (workplace_id, sent_at, id);
create index notice_instance on notice (workplace_id, instance_id) where instance_id is not null;
