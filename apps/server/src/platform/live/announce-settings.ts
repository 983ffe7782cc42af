import type { Signals } from '../db/signals.ts'
import { livePrefix, topics } from './topics.ts'

export type LiveSignals = Pick<Signals, 'send'>

/**
 * Notifies browsers of changed settings, so that pages that show them load the settings again.
 *
 * @param workplaceId null for settings of the installation, which all workplaces share.
 */
export function announceSettings(signals: LiveSignals, workplaceId: string | null): void {
  signals.send(livePrefix + (workplaceId === null ? topics.installation : topics.settings(workplaceId)))
}
