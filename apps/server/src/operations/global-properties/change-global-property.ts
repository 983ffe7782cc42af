import type { GlobalPropertyType } from '@millrace/contract'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseChangedMeanwhile } from '../changed-meanwhile.ts'
import { findProperty, noSuchProperty, type SecretContext, type StoredProperty } from './global-property.ts'
import { refusePropertyKeeper } from './policy.ts'
import { readValue, refuseSecret } from './read-value.ts'

export interface GlobalPropertyChange {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly type: GlobalPropertyType
  /** As somebody has written it; null: it stays. */
  readonly value: string | null
  /** The revision that was read before; undefined: whichever there is. */
  readonly revision: number | undefined
}

/** Changes a global property, from the next step of every instance on. Null when it is done. */
export async function changeGlobalProperty(
  { db, clock, secret }: SecretContext,
  user: User,
  { id, name, description, revision, ...given }: GlobalPropertyChange,
): Promise<Refusal | null> {
  const refusal = refusePropertyKeeper(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const property = await findProperty(tx, workplaceId, id, { lock: true })
    if (property === null) return noSuchProperty()
    const changed = await refuseChangedMeanwhile(tx, property, revision)
    if (changed !== null) return changed
    const value = newValueOf(property, given, secret)
    if (value instanceof Refusal) return value
    await tx.query(
      kysely
        .updateTable('global_property')
        .set({
          name,
          description,
          ...value,
          revision: property.revision + 1,
          updated_at: clock(),
          updated_by: username,
        })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', property.id),
    )
    return null
  })
}

type Given = Pick<GlobalPropertyChange, 'type' | 'value'>

/** A secret one stays secret: its mark stands in work that waits, and nobody is shown it by making it plain. */
function newValueOf(property: StoredProperty, { type, value }: Given, secret: string) {
  if (property.is_secret)
    return value === null ? {} : (refuseSecret(value) ?? { sealed: createPropertySeal(secret).close(value) })
  const read = readValue(type, value ?? presentValue(property))
  return read instanceof Refusal ? read : { type, value: read.json }
}

/** As somebody writes it. */
export function presentValue({ type, value }: Pick<StoredProperty, 'type' | 'value'>): string {
  if (value === null) return ''
  return type === 'json' ? value : String(JSON.parse(value))
}
