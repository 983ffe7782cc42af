import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type CopiedDesign, copyDesigns } from '../designs/copy-design.ts'
import type { OperationContext } from '../operation-context.ts'
import type { NewForm } from './create-form.ts'
import type { FormRow } from './form.ts'
import { formDesigns } from './form-designs.ts'

export interface FormCopy extends NewForm {
  /** The form whose design is copied. A copy of a template is a template. */
  readonly sourceId: string
}

/**
 * Copies forms with the last version of their designs, all of them or none. Disabled forms cannot be copied.
 *
 * @returns the ids of the copies.
 */
export async function copyForms(
  context: OperationContext,
  request: Request,
  copies: readonly FormCopy[],
): Promise<string[] | Refusal> {
  return copyDesigns<FormRow>(context, request, formDesigns, {
    copies,
    prepare: async (sources) =>
      sources.flatMap((source, index) => {
        const copy = copies[index]
        return copy === undefined ? [] : [toCopiedForm(context.runtime, { source, ...copy })]
      }),
  })
}

export function toCopiedForm(
  { newId }: Pick<Runtime, 'newId'>,
  { source, applicationId, name, formKey, labels }: NewForm & { readonly source: FormRow },
): CopiedDesign<FormRow> {
  return { id: newId(), source, applicationId, name, columns: { form_key: formKey, labels }, design: null }
}
