import type { Signals } from '../db/signals.ts'
import { livePrefix, topics } from './topics.ts'

export type LiveSignals = Pick<Signals, 'send'>

/**
 * Notifies browsers that settings have changed which pages show.
 *
 * @param workplaceId null: settings of the installation, which concern all workplaces.
 */
export function tellSettings(signals: LiveSignals, workplaceId: string | null): void {
  signals.send(livePrefix + (workplaceId === null ? topics.installation : topics.settings(workplaceId)))
}
