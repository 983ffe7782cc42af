import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { insertDesign } from '../designs/create-design.ts'
import type { OperationContext } from '../operation-context.ts'
import { formDesigns } from './form-designs.ts'

export interface NewForm {
  /** Null: a template. */
  readonly applicationId: string | null
  readonly name: string
  /** Null for templates. */
  readonly formKey: string | null
  /** The tags, separated by commas. */
  readonly labels: string
}

/** Creates a form of an application, or a template, without a design. @returns its id. */
export async function createForm(
  context: OperationContext,
  request: Request,
  { applicationId, name, formKey, labels }: NewForm,
): Promise<string | Refusal> {
  const columns = () => ({ form_key: formKey, labels })
  return insertDesign(context, request, formDesigns, { applicationId, name, design: null, columns })
}
