import { definitionOf, type Fill, idOf } from './list-bench.ts'

/**
 * Inserts instances, one in four of them running. The user is involved in three of 15: one of these they started, in
 * one they had a task, and one is for their groups.
 */
export const insertInstances: Fill = (admin, { workplaceId }, count) => {
  const isRunning = `abs(hashint4(n + 11)::bigint) % 4 = 0`
  const starter = `case when n % 15 = 0 then 'ann' else 'bob' end`
  const startedAt = `'2030-01-01'::timestamptz + n * interval '1 second'`
  const numbers = `generate_series(1, ${count}) n`
  const city = `'City ' || abs(hashint4(n + 3)::bigint) % 50`
  return admin.query(`
    insert into instance (workplace_id, id, root_id, definition_id, business_key, is_suspended, open_children, started_at, start_user_id)
      select '${workplaceId}', ${idOf(2, 'n')}, ${idOf(2, 'n')}, ${definitionOf('n')}, 'key ' || n, n % 997 = 0, 1, ${startedAt}, ${starter} from ${numbers} where ${isRunning};
    insert into history_instance (workplace_id, id, root_id, definition_id, business_key, started_at, ended_at, start_user_id, outcome)
      select '${workplaceId}', ${idOf(2, 'n')}, ${idOf(2, 'n')}, ${definitionOf('n')}, 'key ' || n, ${startedAt}, ${startedAt} + interval '1 hour', ${starter}, case when n % 101 = 0 then 'deleted' else 'completed' end
      from ${numbers} where not ${isRunning};
    insert into variable (workplace_id, root_id, scope_id, name, id, instance_id, type, value, revision, created_at)
      select '${workplaceId}', id, id, 'city', gen_random_uuid(), id, 'String', ${city}, 1, now() from (select n, ${idOf(2, 'n')} as id from ${numbers} where ${isRunning}) v;
    insert into history_variable (workplace_id, instance_id, id, at, variable_id, scope_id, name, type, value, revision, is_removed)
      select '${workplaceId}', id, id, ${startedAt}, id, id, 'city', 'String', ${city}, 1, false from (select n, ${idOf(2, 'n')} as id from ${numbers}) v;
    insert into search_word (workplace_id, kind, word, thing_id)
      select '${workplaceId}', 'instance', w, ${idOf(2, 'n')} from ${numbers} cross join lateral (values ('key'), (n::text)) v (w);
    insert into instance_listing (workplace_id, reader, started_at, instance_id, ended_at, is_cancelled, definition_id, process_key, process_name, title_key, business_key, is_filed)
      select l.workplace_id, r.reader, l.started_at, l.instance_id, l.ended_at, l.is_cancelled, l.definition_id, l.process_key, l.process_name, l.title_key, l.business_key, true
      from (select n, ${idOf(2, 'n')} as id from ${numbers}) x
      join instance_listed l on l.workplace_id = '${workplaceId}' and l.instance_id = x.id
      cross join lateral (
        select '*' as reader
        union all select case when n % 15 = 0 then 's:ann' else 's:bob' end
        union all select 't:ann' where n % 15 = 5
        union all select 't:user ' || n % 997 where n % 15 <> 5
        union all select 'g:g' || (n / 15) % 20 where n % 15 = 10
      ) r`)
}
