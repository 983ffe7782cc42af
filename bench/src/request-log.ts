import { openSync } from 'node:fs'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { createLogBuffer } from '../../apps/server/src/platform/http/log-buffer.ts'
import { addRequestLog, loggerOptions } from '../../apps/server/src/platform/http/logging.ts'
import type { Bench } from './bench.ts'
import { compare, median, perSecond, ratio } from './measure.ts'

/**
 * Measures the log: lines that are collected, and lines that are written one by one, as pino does by default. Neither
 * is stored.
 */
export const requestLogBench: Bench = {
  name: 'request-log',
  says: 'requests per second to a route that does nothing, with a line in the log for each, 16 at a time',
  run: async () => {
    const fd = openSync('/dev/null', 'a')
    const apps = { collected: await create(createLogBuffer({ fd })), oneByOne: await create(undefined, fd) }
    try {
      const results = await compare(
        Object.fromEntries(
          Object.entries(apps).map(([name, app]) => [
            name,
            () => perSecond(16, 1500, async () => void (await app.inject({ method: 'GET', url: '/nothing' }))),
          ]),
        ),
        7,
      )
      for (const [name, values] of Object.entries(results))
        console.log(`  ${name.padEnd(12)} ${median(values).toFixed(0).padStart(6)} requests/s`)
      console.log(`  collected to one by one: ${ratio(results, 'collected', 'oneByOne').toFixed(2)}`)
    } finally {
      for (const app of Object.values(apps)) await app.close()
    }
  },
}

async function create(stream: ReturnType<typeof createLogBuffer> | undefined, fd?: number): Promise<FastifyInstance> {
  const options = loggerOptions('info', stream ?? { write: () => undefined }) as object
  const logger = fd === undefined ? options : { ...options, stream: undefined, file: '/dev/null' }
  const app = Fastify({
    logger,
    logController: new LogController({ disableRequestLogging: true }),
  } as never) as unknown as FastifyInstance
  addRequestLog(app)
  app.get('/nothing', async () => ({}))
  await app.ready()
  return app
}
