import type { Behaviors } from '../../behavior.ts'
import { multiInstance } from './multi-instance.ts'
import { standardLoop } from './standard-loop.ts'

/** What activities with loop characteristics do. */
export const loops: Behaviors['loops'] = { standard: standardLoop, 'multi-instance': multiInstance }
