-- Own roles whose members sign in with a second factor.
alter table own_role no force row level security;
alter table own_role add column needs_second_factor boolean not null default false;
alter table own_role force row level security;
