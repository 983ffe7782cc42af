import { forgetDecision } from '../../history/forget-decision.ts'
import { forgetInstance } from '../../history/forget-instance.ts'
import { defineBatchKind } from '../batch-kind.ts'
import { passOver } from '../passing.ts'

/** The kind of batch that deletes the history of ended instances. */
export const historyDeletion = defineBatchKind<{ readonly failsIfGone: boolean }>({
  right: 'history.delete',
  subject: 'instance',
  isOfEngine: true,
  doTo: async (context, request, { id, action }, extras) => {
    const refusal = await forgetInstance(context, request, id, extras)
    if (refusal?.code === 'thing.not-found' && !action.failsIfGone) return passOver(context, request, extras)
    return refusal
  },
})

/** The kind of batch that deletes the history of decision evaluations. */
export const decisionDeletion = defineBatchKind<object>({
  right: 'history.delete',
  subject: 'decisionInstance',
  isOfEngine: true,
  doTo: (context, request, { id }, extras) => forgetDecision(context, request, id, extras),
})
