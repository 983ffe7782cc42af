import type { Selectable } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { refuseApplication } from './policy.ts'

export type ApplicationRow = Omit<Selectable<DB['application']>, 'name_key' | 'is_disabled'>

/** What a designer says of an application. */
export interface ApplicationDetails {
  readonly name: string
  readonly key: string
  readonly description: string | null
  /** Name of a category; null: its processes stand in Home alone. */
  readonly category: string | null
}

/** @param options.lock others who want to change it wait until the transaction ends. */
export async function findApplication(
  tx: Tx,
  workplaceId: string,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ApplicationRow | null> {
  if (!isUuid(id)) return null
  const query = selectApplications(workplaceId).where('id', '=', id)
  const [row] = await tx.query(lock ? query.forUpdate() : query)
  return row ?? null
}

/** Those that there are, by id. */
export async function findApplications(
  tx: Tx,
  workplaceId: string,
  ids: readonly string[],
): Promise<Map<string, ApplicationRow>> {
  const known = ids.filter(isUuid)
  const rows = known.length === 0 ? [] : await tx.query(selectApplications(workplaceId).where('id', 'in', known))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The application that something is to be done to, when the user may change it and it is in use. */
export async function loadApplicationFor(
  tx: Tx,
  user: User,
  id: string,
  { action = 'change', lock = false }: { readonly action?: 'change' | 'deploy'; readonly lock?: boolean } = {},
): Promise<ApplicationRow | Refusal> {
  const application = await findApplication(tx, user.workplaceId, id, { lock })
  return application === null ? noSuchApplication() : (refuseApplication(user, application, action) ?? application)
}

export function noSuchApplication(): Refusal {
  return refuse('thing.not-found', 'Expected an application of this workplace, but there is none with this id.')
}

function selectApplications(workplaceId: string) {
  return kysely.selectFrom('application').selectAll().where('workplace_id', '=', workplaceId)
}
