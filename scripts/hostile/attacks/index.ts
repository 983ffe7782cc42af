import type { Attack } from '../attack.ts'
import { door } from './door.ts'
import { expressions } from './expressions.ts'
import { models } from './models.ts'
import { others } from './others.ts'
import { runs } from './runs.ts'
import { scripts } from './scripts.ts'

/** Every attack, in the order in which they are tried. */
export const attacks: readonly Attack[] = [...door, ...scripts, ...expressions, ...runs, ...models, ...others]
