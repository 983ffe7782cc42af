import { type Patience, vital } from './patience.ts'

/** Who acts, where, and by what: each transaction knows it, so that what it changes can be told later. */
export interface Actor extends Place {
  /** The name by which the user signs in. Null: the program itself. */
  readonly userId: string | null
  /** The call, job or command that it is done by, such as `POST /api/admin/themes-api`. */
  readonly cause: string
  /** What a call is held by that must not happen twice: see `platform/idempotency`. */
  readonly holder?: string | null
}

/** Where something is read: who reads it leaves no trace. */
export interface Place {
  readonly workplaceId: string
  /** How long the caller waits; null as well where nobody says. */
  readonly patience?: Patience | null
  /** A person is none: who asks for somebody hands on the `Request`, which knows how long its caller waits. */
  readonly roles?: never
}

/** The program itself, where nobody has asked for what it does, or nobody is known yet: `sign-in`, `start`. It comes before what users do. */
export function systemActor(workplaceId: string, cause: string): Actor {
  return { workplaceId, userId: null, cause, patience: vital }
}
