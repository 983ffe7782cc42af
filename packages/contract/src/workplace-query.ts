import { z } from 'zod'
import { limits } from './limits.ts'

/** The reference of the workplace for a sign-in, regardless of case. */
export const namedWorkplace = z.object({ workplace: z.string().trim().min(1).max(limits.name).optional() })
