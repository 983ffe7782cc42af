import { type FormCopy, limits } from '@millrace/contract'
import { findForms, noSuchForm } from '../../operations/forms/form.ts'
import { refuseForm } from '../../operations/forms/policy.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** What copies of these forms would be called, in their order: names and keys that are free at the moment. */
export async function proposeCopies(
  db: Database,
  user: User,
  { ids, applicationId }: { readonly ids: readonly string[]; readonly applicationId?: string },
): Promise<FormCopy[] | Refusal> {
  const { workplaceId } = user
  return db.read(user, async (tx) => {
    const found = await findForms(tx, workplaceId, ids)
    const sources = ids.map((id) => found.get(id))
    const forms = sources.flatMap((form) =>
      form?.application_id == null || (applicationId !== undefined && form.application_id !== applicationId)
        ? []
        : [form],
    )
    if (forms.length < ids.length) return noSuchForm({ applicationId: applicationId ?? '' })
    for (const form of forms) {
      const refusal = refuseForm(user, form)
      if (refusal !== null) return refusal
    }
    const [names, keys] = await tx.queries(
      kysely
        .selectFrom('form')
        .where('workplace_id', '=', workplaceId)
        .where(
          'application_id',
          'in',
          forms.map(({ application_id }) => application_id),
        )
        .where((eb) =>
          eb.or(
            forms.map(({ name }) => eb(eb.fn('lower', ['name']), 'like', `${escapePattern(stem(name, limits.name))}%`)),
          ),
        )
        .select(['application_id', 'name']),
      kysely
        .selectFrom('form')
        .where('workplace_id', '=', workplaceId)
        .where((eb) =>
          eb.or(
            forms.map(({ form_key }) =>
              eb(eb.fn('lower', ['form_key']), 'like', `${escapePattern(stem(form_key ?? '', limits.formKey))}%`),
            ),
          ),
        )
        .select('form_key'),
    )
    const takenNames = new Set(names.map(({ application_id, name }) => `${application_id} ${name.toLowerCase()}`))
    const takenKeys = new Set(keys.map(({ form_key }) => (form_key ?? '').toLowerCase()))
    return forms.map(({ id, application_id, name, form_key, labels }) => {
      const ownName = findFree(name, { max: limits.name, word: ' copy', gap: ' ' }, (one) =>
        takenNames.has(`${application_id} ${one.toLowerCase()}`),
      )
      const ownKey = findFree(form_key ?? '', { max: limits.formKey, word: '-copy', gap: '-' }, (one) =>
        takenKeys.has(one.toLowerCase()),
      )
      takenNames.add(`${application_id} ${ownName.toLowerCase()}`)
      takenKeys.add(ownKey.toLowerCase())
      return { sourceId: id, applicationId: application_id ?? '', name: ownName, formKey: ownKey, labels }
    })
  })
}

interface Naming {
  readonly max: number
  readonly word: string
  readonly gap: string
}

/** `Order copy`, `Order copy 2`, …: shortened where it would be too long. */
export function findFree(name: string, { max, word, gap }: Naming, isTaken: (name: string) => boolean): string {
  for (let count = 1; ; count++) {
    const end = count === 1 ? word : `${word}${gap}${count}`
    const free = `${name.slice(0, max - end.length).trimEnd()}${end}`
    if (!isTaken(free)) return free
  }
}

/** How all copies of a name begin, however long it is. */
function stem(name: string, max: number): string {
  return name
    .slice(0, max - 16)
    .trimEnd()
    .toLowerCase()
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
}
