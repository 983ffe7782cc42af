import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'

/** Returns the SQL condition, on rows of `list_view`, for views that are shared with the user, equal to `findsView`. */
export function isShared({ roles, groups }: Person): RawBuilder<boolean> {
  return sql<boolean>`(sharing <> 'nobody' and (sharing = 'everybody' or roles && ${[...roles]}::text[] or groups && ${[...groups]}::text[]))`
}
