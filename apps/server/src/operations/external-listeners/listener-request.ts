import { type Occasion, Request } from '../../platform/auth/request.ts'
import { listenerPerson } from '../../runtime/listeners/listener-person.ts'

interface Acting {
  readonly id: string
  readonly workplaceId: string
  /** The process that it starts; null: it sends messages. */
  readonly processKey: string | null
}

/** Creates the request of a listener. Repeated deliveries are recognized by their keys, not by an idempotency key. */
export function listenerRequest({ id, workplaceId, processKey }: Acting, { cause, patience }: Occasion): Request {
  return new Request({ user: listenerPerson(id, workplaceId, processKey), cause, patience, holder: null })
}
