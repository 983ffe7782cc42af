import type { AdapterSettings, AmqpAdapter, KafkaAdapter } from '@millrace/contract'

/** Returns whether an adapter sends a message to a broker. Its answer has no columns that users choose. */
export function isMessage(settings: AdapterSettings): settings is AmqpAdapter | KafkaAdapter {
  return settings.kind === 'amqp' || settings.kind === 'kafka'
}
