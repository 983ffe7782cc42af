import { changeAppProcess } from '../../../app-processes/change-app-process.ts'
import { refuseProcessDesigner } from '../../../app-processes/policy.ts'
import { processDesigns } from '../../../app-processes/process-designs.ts'
import { nameOf, textOf, textOrNull } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { needsDetails, partsOfDesign, refOf, restoreText } from './design.ts'

const details = ['name', 'process_key', 'category_id', 'icon', 'documentation', 'starter_users', 'starter_groups']

/** Processes of applications, with their design. */
export const appProcess: RestorableKind = {
  ...partsOfDesign(processDesigns),
  one: 'a process',
  columns: [...details, 'version'],
  references: { category_id: { of: 'category' } },
  refuse: (user, id, row) => refuseProcessDesigner(user, refOf(id, row)),
  async write(context, request, writing) {
    const refusal = await restoreText(context, request, processDesigns, writing)
    const { key, row, target, changed } = writing
    if (refusal !== null || !(await needsDetails(context, request, processDesigns, { writing, details })))
      return refusal
    const { id, applicationId } = refOf(key[0], row)
    return changeAppProcess(context, request, {
      ref: { id, applicationId: applicationId ?? '' },
      revision: changed.has('version') ? undefined : writing.revision,
      name: textOf(target, 'name'),
      key: textOf(target, 'process_key'),
      category: await nameOf(context.tx, request.workplaceId, { table: 'category', name: 'name' }, target.category_id),
      icon: textOrNull(target, 'icon'),
      documentation: textOrNull(target, 'documentation'),
      starterUsers: textOrNull(target, 'starter_users'),
      starterGroups: textOrNull(target, 'starter_groups'),
    })
  },
}
