import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { endServing, type Serving } from './end-serving.ts'

const anHour = 3_600_000

interface Parts extends Serving {
  /** What happened, in order. */
  readonly order: string[]
  /** Lets the worker, the threads or the call come to its end. */
  readonly end: Record<'worker' | 'threads' | 'call', () => void>
  /** The answer of a call that is being worked at. */
  readonly answer: Promise<number>
}

/** A server at work: a job in hand, a thread that burns, a call that is being answered. */
async function startParts(): Promise<Parts> {
  const order: string[] = []
  const ends = { worker: Promise.withResolvers(), threads: Promise.withResolvers(), call: Promise.withResolvers() }
  const part = async (name: 'worker' | 'threads') => {
    order.push(`${name} told`)
    await ends[name].promise
    order.push(`${name} ended`)
  }
  const app = fastify()
  app.server.on('close', () => order.push('app ended'))
  const arrived = Promise.withResolvers<void>()
  app.get('/', async () => {
    arrived.resolve()
    await ends.call.promise
    return 'done'
  })
  const answer = fetch(await app.listen({ host: '127.0.0.1', port: 0 })).then(({ status }) => status)
  answer.catch(() => {})
  await arrived.promise
  return {
    order,
    answer,
    app,
    listening: null,
    worker: { stop: () => part('worker') },
    threads: { close: () => part('threads') },
    flush: async () => {
      order.push('flushed')
    },
    end: {
      worker: () => ends.worker.resolve(null),
      threads: () => ends.threads.resolve(null),
      call: () => ends.call.resolve(null),
    },
  }
}

it('informs the worker before the threads, so that it claims nothing that they give up, and waits for all of them', async () => {
  const { order, end, answer, ...serving } = await startParts()
  const ended = endServing(serving, anHour).then(() => order.push('all ended'))
  expect(order).toEqual(['worker told', 'threads told'])
  end.threads()
  await expect.poll(() => order.at(-1)).toBe('threads ended')
  expect(order).not.toContain('app ended')
  end.call()
  expect(await answer).toBe(200)
  await expect.poll(() => order.at(-1)).toBe('app ended')
  end.worker()
  await ended
  expect(order.slice(2)).toEqual(['threads ended', 'app ended', 'worker ended', 'flushed', 'all ended'])
})

it('is interrupted a call that takes longer than its grace, and waits for the others all the same', async () => {
  const { order, end, answer, ...serving } = await startParts()
  const ended = endServing(serving, 1).then(() => order.push('all ended'))
  await expect(answer).rejects.toThrow('fetch failed')
  end.call()
  await expect.poll(() => order.at(-1)).toBe('app ended')
  end.threads()
  end.worker()
  await ended
  expect(order.slice(2)).toEqual(['app ended', 'threads ended', 'worker ended', 'flushed', 'all ended'])
})

it('waits for the others when one of them cannot be ended, and says so then', async () => {
  const { order, end, answer, ...serving } = await startParts()
  const failing = { stop: () => Promise.reject(new Error('Expected to hand jobs back.')) }
  const ended = endServing({ ...serving, worker: failing }, anHour)
  ended.catch(() => order.push('failed'))
  end.threads()
  await expect.poll(() => order).toContain('threads ended')
  expect(order).not.toContain('failed')
  end.call()
  await expect(ended).rejects.toThrow('Expected to hand jobs back.')
  expect(await answer).toBe(200)
})

it('ends what there is of a server whose start has failed', async () => {
  const { order, end, app: _app, worker: _worker, ...rest } = await startParts()
  end.threads()
  await endServing({ ...rest, app: null, worker: null })
  expect(order).toEqual(['threads told', 'threads ended', 'flushed'])
  end.call()
  await _app?.close()
})
