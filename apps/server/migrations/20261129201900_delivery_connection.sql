-- A claimed or failed file or email is where it was claimed: at the connection of that moment. A workplace that changes its
-- environment uses another connection from then on. Null: a webhook, or a delivery from before this column.
alter table external_delivery add connection_id uuid;
