import { changeForm } from '../../../forms/change-form.ts'
import { formDesigns } from '../../../forms/form-designs.ts'
import { refuseDesigner } from '../../../forms/policy.ts'
import { textOf, textOrNull } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { needsDetails, partsOfDesign, refOf, restoreText } from './design.ts'

const details = ['name', 'form_key', 'labels'] as const

/** Forms of applications and form templates, with their design. */
export const form: RestorableKind = {
  ...partsOfDesign(formDesigns),
  one: 'a form',
  columns: [...details, 'version'],
  defaults: { labels: '' },
  refuse: (user, id, row) => refuseDesigner(user, refOf(id, row)),
  async write(context, request, writing) {
    const refusal = await restoreText(context, request, formDesigns, writing)
    const { key, row, target, changed } = writing
    if (refusal !== null || !(await needsDetails(context, request, formDesigns, { writing, details }))) return refusal
    const change = {
      name: textOf(target, 'name'),
      formKey: textOrNull(target, 'form_key'),
      labels: textOf(target, 'labels'),
      revision: changed.has('version') ? undefined : writing.revision,
    }
    return changeForm(context, request, { ref: refOf(key[0], row), change })
  },
}
