-- Values of user properties as lists compare them. Columns, because row-level security keeps what is computed out of an
-- index. Dates and yes or no compare as their texts.

create function millrace_number_of(value text) returns float8 immutable parallel safe language sql as
  $$ select case when value ~ '^-?\d{1,15}(\.\d{1,15})?$' then value::float8 end $$;

alter table user_property_value no force row level security;
alter table user_property_value
  add column text_key text collate "C" not null generated always as (left(lower(value), 255)) stored,
  add column number float8 generated always as (millrace_number_of(value)) stored;
create index user_property_value_text on user_property_value (workplace_id, property_id, text_key, user_id);
create index user_property_value_number on user_property_value (workplace_id, property_id, number, user_id)
  where number is not null;
alter table user_property_value force row level security;
drop index user_property_value_of_property;

select millrace_audit('user_property_value', 'user-property-value', silent => array['text_key', 'number']);
