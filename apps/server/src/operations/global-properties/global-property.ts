import { pageTexts } from '@millrace/contract/page-texts'
import type { Selectable } from 'kysely'
import pg from 'pg'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'

export type StoredProperty = Omit<Selectable<DB['global_property']>, 'key_key' | 'name_key'>

/** What operations work with that keep secrets. */
export interface SecretContext extends OperationContext {
  /** That of the server. */
  readonly secret: string
}

/** @param options.lock others who want to change it wait until the transaction ends. */
export async function findProperty(
  tx: Tx,
  workplaceId: string,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredProperty | null> {
  if (!isUuid(id)) return null
  const query = kysely
    .selectFrom('global_property')
    .selectAll()
    .where('workplace_id', '=', workplaceId)
    .where('id', '=', id)
  const [row] = await tx.query(lock ? query.forUpdate() : query)
  return row ?? null
}

export function noSuchProperty(): Refusal {
  return refuse('thing.not-found', 'Expected a global property of this workplace, but there is none with this id.')
}

/** Does what gives a property a key. The unique index decides, so two who take one key at once cannot both have it. */
export async function withFreePropertyKey<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.constraint === 'global_property_key')) throw error
    const message = pageTexts.outcomes.duplicate.globalPropertyKey
    return refuse('global-property.key-taken', message, [{ where: 'key', message }])
  }
}
