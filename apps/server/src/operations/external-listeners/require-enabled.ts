import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { AnyWatch } from './load-watch.ts'

/**
 * Checks that the connection of a listener is enabled. Its job stays: when the connection is restored, or the environment
 * is another one, it looks again.
 *
 * @throws OutgoingFailure where it is disabled.
 */
export function requireEnabled({ disabled }: Pick<AnyWatch, 'disabled'>): void {
  if (disabled !== null)
    throw new OutgoingFailure(`Expected an enabled connection, but “${disabled}” is disabled. Restore it.`)
}
