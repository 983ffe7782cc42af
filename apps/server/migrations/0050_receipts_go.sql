-- Receipts go with the history of their instance, and those of what is over after a while.
create index form_receipt_instance on form_receipt (workplace_id, instance_id);
create index form_receipt_age on form_receipt (workplace_id, sent_at, id);
