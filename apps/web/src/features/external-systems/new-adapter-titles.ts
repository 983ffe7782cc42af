/** The titles of the page of a new adapter, and of the button that opens it. */
export const newAdapterTitles = {
  rest: 'externalSystems.newRestAdapter',
  sql: 'externalSystems.newSqlAdapter',
  file: 'externalSystems.newFileAdapter',
  amqp: 'externalSystems.newAmqpAdapter',
  kafka: 'externalSystems.newKafkaAdapter',
} as const

/** The kind of adapter for each kind of connection. Null: it has no adapters. */
export const adapterKinds = {
  rest: 'rest',
  database: 'sql',
  file: 'file',
  mail: null,
  amqp: 'amqp',
  kafka: 'kafka',
} as const
