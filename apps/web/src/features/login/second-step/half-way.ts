import { hasCode } from '../../../lib/api/api-error.ts'

/** The step after the correct password: a proof by a second factor, or its set-up. */
export interface HalfWay {
  readonly purpose: 'verify' | 'set-up'
  /** Reference; empty for the default workplace. */
  readonly workplace: string
}

/** Returns the second step that an error of the sign-in requires; null when it is another error. */
export function readHalfWay(error: unknown, workplace = ''): HalfWay | null {
  if (hasCode(error, 'session.second-factor')) return { purpose: 'verify', workplace }
  return hasCode(error, 'session.second-factor-set-up') ? { purpose: 'set-up', workplace } : null
}
