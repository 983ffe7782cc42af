import { pageTexts } from '@millrace/contract/page-texts'
import pg from 'pg'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

const { duplicate } = pageTexts.outcomes

/**
 * Does what gives forms names and keys. The unique indexes decide, so two who take the same name at once cannot both
 * have it.
 *
 * @param where the field of the body that the failure of a statement is about.
 */
export async function withFreeNames<T>(
  {
    isTemplate,
    where = (field) => field,
  }: { readonly isTemplate: boolean; readonly where?: (field: string, error: unknown) => string },
  work: () => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined
    if (taken === 'form_name') {
      const message = isTemplate ? duplicate.formTemplate : duplicate.formName
      return refuse('form.name-taken', message, [{ where: where('name', error), message }])
    }
    if (taken === 'form_key')
      return refuse('form.key-taken', duplicate.formKey, [
        { where: where('formKey', error), message: duplicate.formKey },
      ])
    throw error
  }
}
