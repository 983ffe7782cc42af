import type { BrokerPlace, Brokers } from '../brokers.ts'
import { requirePin, type SeenKey } from '../certificate-pin.ts'
import type { Guard } from '../guard.ts'
import type { SentMessage } from '../open-queue.ts'
import { withinTime } from '../within-time.ts'
import { openAmqpQueue } from './amqp-queue.ts'
import { openChannel } from './open-channel.ts'
import { type BrokerConnection, openConnection } from './open-connection.ts'
import { publish } from './publish.ts'

/** Creates the access to message brokers by AMQP 0-9-1. Each call has a connection of its own. */
export function createAmqpBrokers(guard: Guard): Omit<Brokers, 'topics'> {
  const within = async <T>(
    place: BrokerPlace,
    change: { isStarted: boolean },
    work: (connection: BrokerConnection, seen: SeenKey) => Promise<T>,
  ): Promise<T> => {
    const { host, port, timeoutMs } = place
    const seen: SeenKey = { hostKey: '' }
    let connection: BrokerConnection | null = null
    try {
      return await withinTime({ host, what: `AMQP at ${host}, port ${port}`, timeoutMs, change }, async (signal) => {
        connection = await openConnection(guard, place, { seen, signal })
        const done = await work(connection, seen)
        // Nothing depends on whether the broker hears of the end.
        connection.model.close().catch(() => {})
        return done
      })
    } finally {
      ;(connection as BrokerConnection | null)?.destroy()
    }
  }
  return {
    check: (place) =>
      within(place, { isStarted: false }, async (_, seen) => (seen.hostKey === '' ? null : seen.hostKey)),
    send: async (place, message: SentMessage) => {
      requirePin(place.host, place)
      const change = { isStarted: false }
      await within(place, change, async (connection) => {
        const channel = await openChannel(connection, place.host)
        await publish(channel, connection, { host: place.host, message, change })
      })
    },
    open: async (place, queues, work) => {
      requirePin(place.host, place)
      // Messages that are taken twice are recognised, so nothing of it counts as a change that may have arrived.
      return within(place, { isStarted: false }, async (connection) => {
        const channel = await openChannel(connection, place.host)
        return work(await openAmqpQueue(channel, connection, { host: place.host, queues }))
      })
    },
  }
}
