import { limits } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { beginningOf, findFree } from '../free-name.ts'
import type { FormRow } from './form.ts'

/** Names that copies of forms can have beside them, in their order: free at the moment, and no two alike. */
export async function findFreeNames(
  tx: Tx,
  workplaceId: string,
  forms: readonly Pick<FormRow, 'application_id' | 'name'>[],
): Promise<string[]> {
  if (forms.length === 0) return []
  const rows = await tx.query(
    kysely
      .selectFrom('form')
      .where('workplace_id', '=', workplaceId)
      .where(
        'application_id',
        'in',
        forms.map(({ application_id }) => application_id),
      )
      .where((eb) =>
        eb.or(forms.map(({ name }) => eb(eb.fn('lower', ['name']), 'like', beginningOf(name, limits.name)))),
      )
      .select(['application_id', 'name']),
  )
  const taken = new Set(rows.map(({ application_id, name }) => `${application_id} ${name.toLowerCase()}`))
  return forms.map(({ application_id, name }) => {
    const free = findFree(name, { max: limits.name, word: ' copy', gap: ' ' }, (one) =>
      taken.has(`${application_id} ${one.toLowerCase()}`),
    )
    taken.add(`${application_id} ${free.toLowerCase()}`)
    return free
  })
}

/** The same for keys, which are for the whole workplace. */
export async function findFreeKeys(tx: Tx, workplaceId: string, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await tx.query(
    kysely
      .selectFrom('form')
      .where('workplace_id', '=', workplaceId)
      .where((eb) =>
        eb.or(keys.map((key) => eb(eb.fn('lower', ['form_key']), 'like', beginningOf(key, limits.formKey)))),
      )
      .select('form_key'),
  )
  const taken = new Set(rows.map(({ form_key }) => (form_key ?? '').toLowerCase()))
  return keys.map((key) => {
    const free = findFree(key, { max: limits.formKey, word: '-copy', gap: '-' }, (one) => taken.has(one.toLowerCase()))
    taken.add(free.toLowerCase())
    return free
  })
}
