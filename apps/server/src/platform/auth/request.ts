import type { Patience } from '../db/patience.ts'
import type { Person } from './user.ts'

/** A call before it is known who makes it. */
export interface Occasion {
  /** The call, as `Actor` has it. */
  readonly cause: string
  /** How long the caller waits; null where nobody says. */
  readonly patience: Patience | null
}

interface Parts extends Occasion {
  readonly user: Person
  /** What the call is held by, as `Actor` has it; null where it may happen twice. */
  readonly holder: string | null
}

/**
 * A call and who makes it: what every operation is asked by. It is a `Place` to read at, and `actorOf` makes of it who
 * writes.
 *
 * It is made once, where the call comes in, and handed on whole. A copy, or an object with the same parts, could forget by
 * what the call is held, which would then happen twice. So this is a class that no such object passes for, and
 * `request.test.ts` knows who makes one.
 */
export class Request implements Parts {
  /** Only types know it: without it, what has the same members is no request. */
  declare private readonly isWhole: true
  readonly workplaceId: string
  readonly user: Person
  readonly cause: string
  readonly holder: string | null
  readonly patience: Patience | null

  constructor({ user, cause, holder, patience }: Parts) {
    this.workplaceId = user.workplaceId
    this.user = user
    this.cause = cause
    this.holder = holder
    this.patience = patience
  }
}
