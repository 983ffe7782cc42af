import type { Actor } from '../../apps/server/src/platform/db/actor.ts'
import type { Runtime } from '../../apps/server/src/runtime/runtime.ts'

export interface BenchContext {
  readonly runtime: Runtime
  readonly actor: Actor
  /** The PostgreSQL of the runtime. */
  readonly url: string
  /** The superuser of the same PostgreSQL, for what peers need. */
  readonly adminUrl: string
}

export interface Bench {
  readonly name: string
  /** One sentence: what is measured. */
  readonly says: string
  run(context: BenchContext): Promise<void>
}
