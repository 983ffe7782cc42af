import { cancelInstance } from '../../instances/cancel-instance.ts'
import { defineBatchKind } from '../batch-kind.ts'
import { passOver } from '../passing.ts'

export interface InstanceDeletion {
  readonly reason: string | null
  readonly skipsListeners: boolean
  readonly skipsIoMappings: boolean
  readonly isForced?: boolean
}

/** The kind of batch that cancels instances. Instances that have ended meanwhile count as done. */
export const instanceDeletion = defineBatchKind<InstanceDeletion>({
  right: 'instances.delete',
  subject: 'instance',
  isOfEngine: true,
  doTo: async (context, request, { id, action }, extras) => {
    const refusal = await cancelInstance(context, request, { id, ...action }, extras)
    return refusal?.code === 'instance.over' ? passOver(context, request, extras) : refusal
  },
})
