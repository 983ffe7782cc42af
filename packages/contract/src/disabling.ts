import { z } from 'zod'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { instant, person } from './values.ts'

/** The reason why a record was disabled. */
export const deletedReason = z.object({ deletedReason: text('disabledReason', limits.disabledReason) })

/** When, by whom and why a record was disabled. */
export const disabled = z.object({ at: instant, by: person.nullable(), reason: z.string() })

export type Disabled = z.output<typeof disabled>
