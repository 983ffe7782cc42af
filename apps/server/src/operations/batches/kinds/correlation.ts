import { Refusal } from '../../../platform/errors/refusal.ts'
import { correlateMessage } from '../../events/correlate-message.ts'
import { defineBatchKind } from '../batch-kind.ts'
import { type KeptVariables, readKept } from './variables.ts'

/** The kind of batch that delivers a message to all elements of each instance that wait for it. */
export const correlation = defineBatchKind<KeptVariables & { readonly messageName: string | null }>({
  right: 'events.send',
  subject: 'instance',
  isOfEngine: true,
  namesInstance: true,
  doTo: async (context, request, { id, action }, extras) => {
    const message = {
      name: action.messageName,
      businessKey: null,
      instanceId: id,
      tenant: undefined,
      correlationKeys: [],
      localCorrelationKeys: [],
      variables: readKept(action),
      localVariables: [],
      all: true,
      startsNone: true,
    }
    const done = await correlateMessage(context, request, message, async () => null, extras)
    return done instanceof Refusal ? done : null
  },
})
