-- online
-- Pieces of the users from before; the triggers write those of all others. A server listens only when all migrations are
-- applied, so nobody searches before. A user who is deleted at this moment is waited for, and leaves no pieces. The pieces
-- of a name that is changed at this moment stay, and count, so that a portion of such users does not look like the last.
insert into search_gram (workplace_id, kind, thing_id, grams)
  select u.workplace_id, 'user', u.id, millrace_grams(u.workplace_id, u.names_key || E'\n' || coalesce(u.email_key, ''))
  from app_user u
  where not exists (select from search_gram g where g.workplace_id = u.workplace_id and g.kind = 'user' and g.thing_id = u.id)
  limit 2000 for key share of u
  on conflict (workplace_id, kind, thing_id) do update set grams = search_gram.grams;
