import { z } from 'zod'
import { limits } from './limits.ts'

/** Reference of the workplace that somebody is about to sign in to; without regard to case. */
export const namedWorkplace = z.object({ workplace: z.string().trim().min(1).max(limits.name).optional() })
