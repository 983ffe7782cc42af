-- Which values the form had when the draft was started: the revisions of the variables that it reads, as a digest. A draft
-- of other values is offered beside those that the form has now. Null for a start form, which reads none, and for drafts
-- that were saved before this column: their time decides.
alter table form_draft add column basis text;
alter table saved_form add column basis text;
