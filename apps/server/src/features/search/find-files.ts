import type { FoundFile } from '@millrace/contract'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { dataVisibleInSql, instanceVisibleInSql } from '../../runtime/rights/instance-rights.ts'
import { defineFinder, mostFound } from '../../runtime/search/finder.ts'
import { withWords } from '../../runtime/search/words.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'

interface FileRow {
  readonly id: string
  readonly name: string
  readonly instance_id: string
  readonly title: string
}

/** Files whose names have all of the words, as far as the user may read them (`refuseFile`) without opening forms, the newest first. */
export function findFiles(user: User, words: readonly string[]): Sql {
  const { workplaceId, username } = user
  const part = (
    table: string,
  ) => sql`select i.id, i.root_id, i.start_user_id, d.key, ${instanceTitle} as full_title from ${sql.table(table)} i
    left join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id
    where i.workplace_id = ${workplaceId} and i.id = f.instance_id and ${instanceVisibleInSql(user)}`
  return sql`select f.id, f.name, f.instance_id, r.full_title as title from stored_file f
    cross join lateral (${part('instance')} union all ${part('history_instance')} limit 1) r
    where f.workplace_id = ${workplaceId} and f.id = any(array(${withWords(workplaceId, 'file', words)}))
      and (f.uploaded_by = ${username} or ${dataVisibleInSql(user)}
        or (select true from task_attachment a where a.workplace_id = ${workplaceId} and a.file_id = f.id limit 1))
    order by f.uploaded_at desc, f.id limit ${mostFound}`
}

/** Finds files by their names. */
export const fileFinder = defineFinder<FileRow, FoundFile>({
  find: findFiles,
  textOf: ({ name }) => name,
  present: ({ id, name, instance_id, title }) => ({ id, name, instanceId: instance_id, title }),
})
