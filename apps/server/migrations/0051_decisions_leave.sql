-- A decision that is no longer in its application, in any version that it deployed: nobody asks it any more. A later
-- deployment that has it again makes a version that has not left.
alter table decision_definition add column has_left boolean not null default false;
