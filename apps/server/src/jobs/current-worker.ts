import type { InstallationKey, InstallationValues } from '@millrace/contract/settings'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import type { Worker } from './worker.ts'

/** Settings that a worker is started with. */
const keys = [
  'jobs.enabled',
  'jobs.lanes',
  'jobs.lanesOfWorkplace',
  'jobs.lookSeconds',
  'jobs.leaseSeconds',
] as const satisfies readonly InstallationKey[]

/**
 * Runs a worker by the settings of the job executor. After a change, a new worker replaces it immediately, and the old
 * one ends after its started jobs. While jobs are switched off, no worker runs.
 */
export function runCurrentWorker(
  installation: Pick<InstallationSettings, 'current' | 'follow'>,
  start: (values: InstallationValues) => Worker,
): Worker {
  const ending = new Set<Promise<void>>()
  let values = installation.current()
  let worker: Worker | null = values['jobs.enabled'] ? start(values) : null

  const end = (one: Worker | null) => {
    if (one === null) return
    const ended = one.stop().finally(() => ending.delete(ended))
    ending.add(ended)
  }
  const unfollow = installation.follow((next) => {
    const isSame = keys.every((key) => next[key] === values[key])
    values = next
    if (isSame) return
    end(worker)
    worker = values['jobs.enabled'] ? start(values) : null
  })
  return {
    stop: async () => {
      unfollow()
      end(worker)
      worker = null
      await Promise.all(ending)
    },
  }
}
