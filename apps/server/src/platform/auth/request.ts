import type { Hides } from '../db/actor.ts'
import type { Patience } from '../db/patience.ts'
import { hidesFrom } from './restricted.ts'
import type { Person } from './user.ts'

/** A call before its caller is known. */
export interface Occasion {
  /** The call, as `Actor` has it. */
  readonly cause: string
  /** How long the caller waits; null for the default, `unhurried`. */
  readonly patience: Patience | null
  /** How many seconds old the data may be that are read for the call; null or left out: they are current. */
  readonly maxAge?: number | null
}

interface Parts extends Occasion {
  readonly user: Person
  /** The idempotency holder of the call, as in `Actor`; null when the call may be repeated. */
  readonly holder: string | null
}

/**
 * A call with its caller, which every operation takes. It contains the workplace to read in (`Place`), and `actorOf`
 * converts it to the actor of changes. It is created once, where the call arrives, and passed on unchanged: a copy
 * could lose the idempotency key that holds the call, which would then run twice. So it is a class that no plain object
 * matches, and `request.test.ts` lists the files that may create one.
 */
export class Request implements Parts {
  /** Only types know it: without it, what has the same members is no request. */
  declare private readonly isWhole: true
  readonly workplaceId: string
  readonly user: Person
  readonly cause: string
  readonly holder: string | null
  readonly patience: Patience | null
  readonly maxAge: number | null
  /** The restricted variables that the caller does not see. */
  readonly hides: Hides | null

  constructor({ user, cause, holder, patience, maxAge = null }: Parts) {
    this.workplaceId = user.workplaceId
    this.user = user
    this.cause = cause
    this.holder = holder
    this.patience = patience
    this.maxAge = maxAge
    this.hides = hidesFrom(user)
  }
}
