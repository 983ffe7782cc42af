-- A user from before who has a name like those that replace the names of deleted and erased users could not be changed:
-- a check of the table is made with each change of a row. Only a name that is given is checked now.
create function millrace_refuse_pseudonym() returns trigger language plpgsql as $$
begin
  raise exception 'Expected another user name: “%” replaces the name of a deleted or erased user.', new.username
    using errcode = 'check_violation', constraint = 'app_user_not_pseudonym', table = 'app_user';
end $$;

create trigger app_user_not_pseudonym before insert on app_user for each row
  when (new.username ~* '^erased-[0-9a-f]{12}$' or new.username ~* '\(deleted [0-9a-f]{12}\)$')
  execute function millrace_refuse_pseudonym();

create trigger app_user_not_pseudonym_later before update of username on app_user for each row
  when (new.username is distinct from old.username and (new.username ~* '^erased-[0-9a-f]{12}$' or new.username ~* '\(deleted [0-9a-f]{12}\)$'))
  execute function millrace_refuse_pseudonym();

-- compatible: The triggers refuse the same names under the same name, so the release before answers as it did.
alter table app_user drop constraint app_user_not_pseudonym;
