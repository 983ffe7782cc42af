-- Reserved: a branch that is being worked at has this number. It takes the place of this file.
select 1;
