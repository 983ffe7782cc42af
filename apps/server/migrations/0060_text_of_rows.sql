-- All of a row that people look for in it, lower case, so that a search compares one text for each row. Between two cells a
-- character that no cell has. The function says of array_to_string what is true of texts: the same cells are the same text.
create function millrace_text_of_cells(text[]) returns text language sql immutable parallel safe
  as $$ select lower(array_to_string($1, chr(1))) $$;
alter table data_list_row add column all_text text generated always as (millrace_text_of_cells(cells)) stored;
