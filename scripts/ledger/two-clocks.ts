import { join } from 'node:path'
import { startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { atWork, untilCompleted } from './at-work.ts'
import { keepServer } from './keep-server.ts'
import type { Trial } from './trial.ts'

const shiftedClock = join(import.meta.dirname, 'shifted-clock.ts')

/** The trial with two servers whose clocks differ: neither takes a job that the other one holds. */
export const twoClocks: Trial = {
  name: 'two servers whose clocks are 120 s apart',
  run: () =>
    atWork({
      prepare: async (folder) => {
        const postgres = await startPostgres({ dataFolder: folder })
        const environment = { MILLRACE_DATA: folder, DATABASE_URL: postgres.url }
        const first = keepServer(environment)
        await first.up()
        const ahead = keepServer({
          ...environment,
          NODE_OPTIONS: `--import=${shiftedClock}`,
          CLOCK_AHEAD_MS: '120000',
        })
        return { servers: [first, ahead], stop: () => postgres.stop() }
      },
      harm: async (_product, ledger) => untilCompleted(ledger, 300),
      mayRepeat: false,
      // Long enough to be taken over.
      answerMs: 2000,
    }),
}
