import type { TestApp } from '@millrace/server/testing'
import { systemActor } from '../../../platform/db/actor.ts'
import { openReaderByUrl } from '../../../platform/outgoing/databases/reader.ts'
import { moveIn } from '../move-in.ts'
import type { Report } from '../report.ts'
import { openSource } from '../source/open-source.ts'
import { addressOf } from './house.ts'

/** The options of a move in a test. */
export interface MoveOptions {
  /** The workplace; the default one when left out. */
  readonly where?: string
  readonly on?: TestApp['runtime']
  readonly isDryRun?: boolean
  readonly zone?: string
  readonly definitions?: readonly string[] | null
  readonly tenants?: readonly string[] | null
  /** When the move began, ISO 8601, if it was interrupted; now when left out. */
  readonly startedAt?: string
}

/** Returns the function that moves a source, which is a schema of the database of a test, by the command. */
export function createMove({
  clock,
  runtime,
  connectionString,
  workplaceId,
}: Pick<TestApp, 'clock' | 'runtime' | 'connectionString' | 'workplaceId'>) {
  return async (schema: string, options: MoveOptions = {}): Promise<Report> => {
    const { where = workplaceId, on = runtime, isDryRun = false, zone = 'UTC' } = options
    const { definitions = null, tenants = null } = options
    const source = await openSource(await openReaderByUrl(addressOf(connectionString, schema)), { zone })
    // What was moved before is of an earlier run.
    clock.advance({ seconds: 1 })
    try {
      return await moveIn(on, systemActor(where, 'test'), {
        ...{ source, isDryRun, since: null, definitions, tenants },
        startedAt: options.startedAt ?? clock().toISOString(),
        isStopped: () => false,
        reached: async () => {},
      })
    } finally {
      await source.close()
    }
  }
}
