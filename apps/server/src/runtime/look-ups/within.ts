import type { Hide } from '../../platform/outgoing/hide-secrets.ts'
import type { Reached } from './rest/reached.ts'

/**
 * Carries out a call within the time and the limits of its connection, and removes secrets from its errors.
 *
 * @param call gets the milliseconds that are left.
 * @throws OutgoingFailure where there is no answer.
 */
export type Within = <T>(reached: Reached, hide: Hide, call: (ms: number) => Promise<T>) => Promise<T>
