import { z } from 'zod'
import { listenerKinds } from './external-listener-settings.ts'
import { instant } from './values.ts'

/**
 * The states of a listener. `unset`: it has no address or secret yet. `failing`: its last delivery or look failed.
 * `silent`: nothing has arrived for longer than usual.
 */
export const listenerStates = ['unset', 'failing', 'silent', 'listening', 'disabled'] as const

export const listenerHealth = {
  state: z.enum(listenerStates),
  /** The time of the last check; null for a webhook, which checks nothing. */
  lookedAt: instant.nullable(),
  /** The time of the last accepted delivery in the log. */
  acceptedAt: instant.nullable(),
  /** The reason why the last check failed, or why the last delivery was not accepted. */
  fault: z.string().nullable(),
}

/** A listener in the list of its API. */
export const listenerPart = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(listenerKinds),
  isDisabled: z.boolean(),
  ...listenerHealth,
})

export type ListenerPart = z.output<typeof listenerPart>
