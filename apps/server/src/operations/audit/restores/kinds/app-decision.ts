import { changeAppDecision } from '../../../app-decisions/change-app-decision.ts'
import { decisionDesigns } from '../../../app-decisions/decision-designs.ts'
import { refuseDecisionDesigner } from '../../../app-decisions/policy.ts'
import { textOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { needsDetails, partsOfDesign, refOf, restoreText } from './design.ts'

const details = ['name', 'decision_key']

/** Decisions of applications, with their design. */
export const appDecision: RestorableKind = {
  ...partsOfDesign(decisionDesigns),
  one: 'a decision',
  columns: [...details, 'version'],
  refuse: (user, id, row) => refuseDecisionDesigner(user, refOf(id, row)),
  async write(context, request, writing) {
    const refusal = await restoreText(context, request, decisionDesigns, writing)
    const { key, row, target, changed } = writing
    if (refusal !== null || !(await needsDetails(context, request, decisionDesigns, { writing, details })))
      return refusal
    const { id, applicationId } = refOf(key[0], row)
    return changeAppDecision(context, request, {
      ref: { id, applicationId: applicationId ?? '' },
      revision: changed.has('version') ? undefined : writing.revision,
      name: textOf(target, 'name'),
      key: textOf(target, 'decision_key'),
    })
  },
}
