import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'

/** What `findsView` says of views that are shared, of rows of `list_view`. */
export function isShared({ roles, groups }: Person): RawBuilder<boolean> {
  return sql<boolean>`(sharing <> 'nobody' and (sharing = 'everybody' or roles && ${[...roles]}::text[] or groups && ${[...groups]}::text[]))`
}
