import { suspendInstance } from '../../instances/suspend-instance.ts'
import { defineBatchKind } from '../batch-kind.ts'
import { passOver } from '../passing.ts'

/** The kind of batch that suspends or activates instances. Instances that have ended meanwhile are skipped. */
export const suspension = defineBatchKind<{ readonly isSuspended: boolean }>({
  right: 'instances.operate',
  subject: 'instance',
  isOfEngine: true,
  doTo: async (context, request, { id, action }, extras) => {
    const refusal = await suspendInstance(context, request, { id, ...action }, extras)
    return refusal?.code === 'instance.over' ? passOver(context, request, extras) : refusal
  },
})
