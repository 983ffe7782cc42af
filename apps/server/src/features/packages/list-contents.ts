import { type PackageContent, packageLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { refuseItem } from '../../operations/packages/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'

/** Lists the items that the user can choose for an export, by kind and name. */
export async function listContents(
  db: Database,
  request: Request,
): Promise<{ items: PackageContent[]; isMore: boolean }> {
  const own = sql`workplace_id = ${request.workplaceId}`
  const most = packageLimits.contents
  const rows = await db.read(request, (tx) =>
    runSql<PackageContent>(
      tx,
      sql`select * from (
          select 1 as rank, 'application' as kind, key, name, null as application from application where ${own} and not is_disabled
          union all select 2, 'process', p.process_key, p.name, a.key from app_process p join application a using (workplace_id) where a.id = p.application_id and p.${own} and not p.is_disabled and not a.is_disabled
          union all select 3, 'form', f.form_key, f.name, a.key from form f join application a using (workplace_id) where a.id = f.application_id and f.${own} and not f.is_disabled and not a.is_disabled
          union all select 4, 'decision', d.decision_key, d.name, a.key from app_decision d join application a using (workplace_id) where a.id = d.application_id and d.${own} and not d.is_disabled and not a.is_disabled
          union all select 5, 'formTemplate', name, name, null from form where ${own} and is_template and not is_disabled
          union all select 6, 'emailTemplate', name, name, null from email_template where ${own} and not is_disabled
          union all select 7, 'dataList', key, name, null from data_list where ${own} and not is_disabled
          union all select 8, 'category', name, name, null from category where ${own}
          union all select 9, 'globalProperty', key, name, null from global_property where ${own}
          union all select 10, 'externalSystem', name, name, null from external_system where ${own} and not is_disabled
          union all select 11, 'connection', s.name || '/' || c.name, c.name, null from external_connection c join external_system s on s.workplace_id = c.workplace_id and s.id = c.system_id where c.${own} and c.disabled_at is null and c.stands_for is null
          union all select 12, 'externalApi', s.name || '/' || c.name, c.name, null from external_api c join external_system s on s.workplace_id = c.workplace_id and s.id = c.system_id where c.${own} and c.disabled_at is null
          union all select 13, 'adapter', key, name, null from external_adapter where ${own} and disabled_at is null
          union all select 17, 'listener', s.name || '/' || l.name, l.name, null from external_listener l join external_system s on s.workplace_id = l.workplace_id and s.id = l.system_id where l.${own} and s.disabled_at is null
          union all select 18, 'feed', d.key, d.key, null from data_list_feed f join data_list d on d.workplace_id = f.workplace_id and d.id = f.data_list_id where f.${own} and not d.is_disabled
          union all select 14, 'group', key, name, null from user_group where ${own} and not is_disabled
          union all select 16, 'ownRole', key, name, null from own_role where ${own} and not is_disabled
          union all select 15, 'theme', code, name, null from user_theme where ${own}
        ) item order by rank, lower(name), key limit ${most + 1}`,
    ),
  )
  const items = rows
    .slice(0, most)
    .map(({ kind, key, name, application }) => ({ kind, key, name, application }))
    .filter((item) => refuseItem(request.user, item) === null)
  return { items, isMore: rows.length > most }
}
