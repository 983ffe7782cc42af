import { roles } from '@millrace/contract'
import type { NamedKind } from '@millrace/forms'
import { sql } from 'kysely'
import type { Sql } from '../../platform/list/sql.ts'
import { displayNameOf } from '../rights/people.ts'

/** Where those are found whom models and forms name. */
interface NamedSource {
  readonly from: Sql
  readonly id: Sql
  readonly name: Sql
  readonly order: Sql
  readonly scope: (workplaceId: string) => Sql
}

/** The kinds of named objects that belong to the workplace and not to a field. */
export type PeopleKind = Exclude<NamedKind, 'data-list' | 'look-up'>

export const namedSources: Readonly<Record<PeopleKind, NamedSource>> = {
  user: {
    from: sql`app_user u`,
    id: sql`u.username`,
    name: displayNameOf('u'),
    order: sql`u.display_key`,
    scope: (workplaceId) => sql`u.workplace_id = ${workplaceId}`,
  },
  group: {
    from: sql`user_group g`,
    id: sql`g.key`,
    name: sql`g.name`,
    order: sql`lower(g.name)`,
    scope: (workplaceId) => sql`g.workplace_id = ${workplaceId}`,
  },
  role: {
    from: sql`unnest(${[...roles]}::text[]) r(name)`,
    id: sql`r.name`,
    name: sql`r.name`,
    order: sql`r.name`,
    scope: () => sql`true`,
  },
}
