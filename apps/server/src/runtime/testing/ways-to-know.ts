import type { Actor } from '../../platform/db/actor.ts'
import { createStateCache } from '../execute/state-cache.ts'
import type { Runtime } from '../runtime.ts'
import { start } from './test-runtime.ts'

/** A runtime, and how an instance comes into being for it. */
interface WayToKnow {
  readonly runtime: Runtime
  readonly start: (
    actor: Actor,
    definitionId: string,
    variables?: Readonly<Record<string, unknown>>,
  ) => ReturnType<typeof start>
}

/** Lists the states of the cache with which a test runs: a root in memory as a whole, in part, or not at all. */
export function listWaysToKnow(runtime: Runtime): [what: string, way: WayToKnow][] {
  const forgetful = { ...runtime, states: createStateCache({ roots: 0, rows: 0, text: 0 }) }
  const partial = { ...runtime, states: createStateCache() }
  return [
    ['all of it is in memory', { runtime, start: (...given) => start(runtime, ...given) }],
    ['what it worked at before is in memory', { runtime: partial, start: (...given) => start(forgetful, ...given) }],
    ['nothing is in memory', { runtime: forgetful, start: (...given) => start(forgetful, ...given) }],
  ]
}
