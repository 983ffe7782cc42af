import { setTimeout as sleep } from 'node:timers/promises'
import { atWork, untilCompleted } from './at-work.ts'
import { keepServer } from './keep-server.ts'
import type { Trial } from './trial.ts'

/**
 * The trial in which the server is killed ten times. Its PostgreSQL keeps running, and the next server takes it over.
 */
export const killedServer: Trial = {
  name: 'a server that is killed ten times',
  run: () =>
    atWork({
      prepare: async (folder) => ({ servers: [keepServer({ MILLRACE_DATA: folder })], stop: async () => {} }),
      harm: async ({ servers: [server] }, ledger) => {
        for (let time = 0; time < 10; time++) {
          await server?.up()
          await untilCompleted(ledger, 20)
          await sleep(Math.random() * 1000)
          server?.kill()
          while (server?.url() !== null) await sleep(10)
        }
        await server?.up()
        await untilCompleted(ledger, 20)
      },
    }),
}
