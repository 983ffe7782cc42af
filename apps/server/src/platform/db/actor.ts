import { type Patience, vital } from './patience.ts'

/**
 * On whose behalf a transaction runs, in which workplace, and by which call. Each transaction writes it to the audit.
 */
export interface Actor extends Place {
  /** The name by which the user signs in. Null: the program itself. */
  readonly userId: string | null
  /** The call, job or command that it is done by, such as `POST /api/admin/themes-api`. */
  readonly cause: string
  /** The key by which a repeated call is recognized: see `platform/idempotency`. */
  readonly holder?: string | null
}

/** The restricted variables that a reader does not see. */
export interface Hides {
  /** A regular expression of PostgreSQL, without regard to upper and lower case. */
  readonly names: string
  /** The processes of which they are seen nevertheless, as `millrace_shows_restricted` reads them. */
  readonly shows: string
}

/** The workplace from which data is read, and how long the reader waits for it. Reads are not audited. */
export interface Place {
  readonly workplaceId: string
  /** How long the caller waits; null as well where nobody says. */
  readonly patience?: Patience | null
  /** The variables that are hidden from the reader; null when everything is read, as by the engine. */
  readonly hides?: Hides | null
  /** How many seconds old the data may be that are read; null: they are current. */
  readonly maxAge?: number | null
  /** A person is none: who asks for somebody hands on the `Request`, which knows how long its caller waits. */
  readonly roles?: never
}

/**
 * Returns the actor for changes by the product itself, when no user ordered them or the user is not known yet:
 * `sign-in`, `start`.
 */
export function systemActor(workplaceId: string, cause: string): Actor {
  return { workplaceId, userId: null, cause, patience: vital }
}
