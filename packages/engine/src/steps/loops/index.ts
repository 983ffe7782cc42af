import type { Behaviors } from '../../behavior.ts'
import { multiInstance } from './multi-instance.ts'
import { standardLoop } from './standard-loop.ts'

/** The behaviours of activities with loop characteristics. */
export const loops: Behaviors['loops'] = { standard: standardLoop, 'multi-instance': multiInstance }
