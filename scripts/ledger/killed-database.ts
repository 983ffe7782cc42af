import { setTimeout as sleep } from 'node:timers/promises'
import { type Postgres, startPostgres } from '../../apps/server/src/platform/postgres/start-postgres.ts'
import { atWork, untilCompleted } from './at-work.ts'
import { openForwarder } from './forwarder.ts'
import { keepServer } from './keep-server.ts'
import type { Trial } from './trial.ts'

/**
 * The trial in which the database is killed ten times. The server keeps running, and connects to the database at the
 * same address again.
 */
export const killedDatabase: Trial = {
  name: 'a database that is killed ten times',
  run: async () => {
    let postgres: Postgres | undefined
    let kill = async () => {}
    return atWork({
      prepare: async (folder) => {
        const forwarder = await openForwarder()
        const startAgain = async () => {
          postgres = await startPostgres({ dataFolder: folder })
          forwarder.leadTo(postgres.url)
        }
        await startAgain()
        kill = async () => {
          process.kill(postgres?.pid ?? 0, 'SIGKILL')
          await postgres?.stop()
          await sleep(Math.random() * 2000)
          await startAgain()
        }
        const DATABASE_URL = forwarder.addressOf(postgres?.url ?? '')
        return {
          servers: [keepServer({ MILLRACE_DATA: folder, DATABASE_URL })],
          stop: async () => {
            forwarder.close()
            await postgres?.stop()
          },
        }
      },
      harm: async (_product, ledger) => {
        for (let time = 0; time < 10; time++) {
          await untilCompleted(ledger, 20)
          await sleep(Math.random() * 1000)
          await kill()
        }
        await untilCompleted(ledger, 20)
      },
    })
  },
}
