import type { Moving } from './moving.ts'
import { moveAuthorizations } from './people/move-authorizations.ts'
import { moveFilters } from './people/move-filters.ts'
import { moveGroups, moveMemberships } from './people/move-groups.ts'
import { moveTenants } from './people/move-tenants.ts'
import { moveUsers } from './people/move-users.ts'

/** Moves users, groups, memberships, tenants, authorizations and filters of tasks. */
export async function movePeople(moving: Moving): Promise<void> {
  await moveUsers(moving)
  await moveGroups(moving)
  await moveMemberships(moving)
  await moveTenants(moving)
  await moveAuthorizations(moving)
  await moveFilters(moving)
}
