import {
  type ListQuery,
  type SelectedUser,
  type UserChangeOfMany,
  type UserChangeOutcome,
  userCalls,
  userChangeCalls,
  userChangeLimits,
} from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { changeListedUser } from '../../operations/users/change-listed-user.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { selectKeyed } from '../../platform/list/read-list.ts'
import { prepareSource } from '../../platform/list/source.ts'
import { users } from './user-list.ts'

/** Changes of many users: found by a filter, tried, and applied. */
export function registerUserChanges(app: FastifyInstance, context: AppContext): void {
  route(app, userChangeCalls.select, ({ request, body }) => selectUsers(context.db, request, body.query))
  route(app, userChangeCalls.preview, ({ request, body }) => changeEach(context, request, { ...body, isDryRun: true }))
  route(app, userChangeCalls.apply, ({ request, body }) => changeEach(context, request, { ...body, isDryRun: false }))
}

interface Asked {
  readonly ids: readonly string[]
  readonly change: UserChangeOfMany
  readonly isDryRun: boolean
}

/** One user after the other: each waits for the administrators of the workplace anyway. */
async function changeEach(
  context: OperationContext,
  request: Request,
  { ids, change, isDryRun }: Asked,
): Promise<UserChangeOutcome[]> {
  const outcomes: UserChangeOutcome[] = []
  for (const id of new Set(ids)) {
    const done = await changeListedUser(context, request, { id, change, isDryRun })
    outcomes.push(
      done instanceof Refusal
        ? { id, result: 'refused', added: [], removed: [], code: done.code, message: done.message }
        : {
            ...{ id, result: done.isSame ? 'same' : 'changed' },
            ...{ added: [...done.added], removed: [...done.removed], code: null, message: null },
          },
    )
  }
  return outcomes
}

async function selectUsers(
  db: Database,
  request: Request,
  given: Readonly<Record<string, string>>,
): Promise<{ users: SelectedUser[] } | Refusal> {
  const narrowed = userCalls.listCount.query.safeParse(given)
  if (!narrowed.success)
    return refuse('request.invalid', 'Expected filters of the list of users, but there are others. Reload the page.')
  const { user } = request
  const query: ListQuery & { readonly size: number } = { ...narrowed.data, size: userChangeLimits.users }
  const found = await db.read(request, async (tx) => {
    const source = await prepareSource(users, query, { tx, user })
    return selectKeyed(tx, user, source, { query, bound: null, isBackwards: false })
  })
  if (found.length > userChangeLimits.users)
    return refuse(
      'batch.too-large',
      `Expected at most ${userChangeLimits.users.toLocaleString('en')} users, but more match. Narrow the filter, and change the other users afterwards.`,
    )
  return { users: found.map(({ row: { id, name, username } }) => ({ id, name, username })) }
}
