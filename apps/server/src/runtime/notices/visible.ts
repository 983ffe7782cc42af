import { sql } from 'kysely'
import type { Sql } from '../../platform/list/sql.ts'
import { isReader } from '../rights/readers.ts'

/**
 * SQL condition: the notification in row `n` of `notice` still concerns the user in row `u` of `app_user`. The task is
 * open, assigned to them and due as reported; or the comment still mentions them and they may read it; or the instance
 * is one that they started and may see.
 */
export const isVisible: Sql = sql`(u.status <> 'disabled' and case n.kind
  when 'mentioned' then exists (select from comment_mention m join task_comment c on c.workplace_id = m.workplace_id and c.id = m.comment_id
    where m.workplace_id = n.workplace_id and m.comment_id = n.comment_id and m.user_id = n.user_id
      and case when c.task_id is not null then (${isReader({ by: 'task', id: sql`c.task_id` })} or ${isReader({ by: 'instance', id: sql`c.instance_id` })}) else ${isReader({ by: 'instance', id: sql`c.instance_id` })} end)
  when 'ended' then case n.outcome
    when 'failed' then (select i.start_user_id = u.username
      and exists (select from incident f where f.workplace_id = i.workplace_id and f.root_id = i.root_id)
      from instance i where i.workplace_id = n.workplace_id and i.id = n.instance_id)
    else (select h.start_user_id = u.username from history_instance h where h.workplace_id = n.workplace_id and h.id = n.instance_id limit 1) end
  else (select t.assignee = u.username and (n.due_at is null or t.due_at = n.due_at)
    from task t where t.workplace_id = n.workplace_id and t.id = n.task_id)
  end)`
