import type { Database } from '../platform/db/database.ts'
import type { DefinitionCache } from './definitions/definition-cache.ts'
import type { StateCache } from './execute/state-cache.ts'

/** What commands are carried out with: made once in `app.ts`. */
export interface Runtime {
  readonly db: Database
  readonly definitions: DefinitionCache
  readonly states: StateCache
  /** The time, from outside so that tests can set it. */
  readonly clock: () => Date
  /** IANA time zone for times without offset and for adding days. */
  readonly zone: string
  readonly newId: () => string
  /** Tells workers, of this process and others, that there is a job to do now or soon. */
  readonly announceJobs: () => void
}

/** How often workers look for jobs that nobody has announced. */
export const workersLookEveryMs = 5000
