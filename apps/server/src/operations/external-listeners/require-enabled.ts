import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { AnyWatch } from './load-watch.ts'

/**
 * Checks that the connection of a listener is enabled. The job of the listener stays, and checks the listener again
 * when the connection is restored or the workplace has another environment.
 *
 * @throws OutgoingFailure when the connection is disabled.
 */
export function requireEnabled({ disabled }: Pick<AnyWatch, 'disabled'>): void {
  if (disabled !== null)
    throw new OutgoingFailure(`Expected an enabled connection, but “${disabled}” is disabled. Restore it.`)
}
