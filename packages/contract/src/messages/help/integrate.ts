/** Help texts of pages for integrators. */
export const integrate = {
  externalSystems: {
    line: 'Systems that form fields and processes use.',
    about: 'All external systems with their connections and APIs, and the results of their last tests.',
  },
  newExternalSystem: {
    line: 'Enter a name. You add connections on the next page.',
    about: 'Create an external system.',
  },
  externalSystem: {
    line: 'One external system with its connections and APIs.',
    about: 'The details of one external system, its connections and its APIs.',
  },
  newApi: {
    line: 'Enter a name, and choose a connection.',
    about: 'Create an API of an external system.',
  },
  api: {
    line: 'One API with its adapters.',
    about: 'The details of one API of an external system, and its adapters.',
  },
  fileAdapter: {
    line: 'One file action that form fields and processes can use.',
    about: 'One action on files, such as read, list, write or move, with its format and columns, and a test.',
  },
  fileConnection: {
    line: 'A folder or file storage.',
    about: 'One folder of the server, or of an SFTP, FTPS, S3 or WebDAV storage, and a test.',
  },
  restConnection: {
    line: 'The address of a REST service and its sign-in.',
    about: 'The address and sign-in of one REST service, and a test.',
  },
  databaseConnection: {
    line: 'The address of a database and its sign-in.',
    about: 'The address and sign-in of one database, and a test.',
  },
  mailConnection: {
    line: 'The address of a mailbox and its sign-in.',
    about: 'The address and sign-in of one mailbox (IMAP), and a test.',
  },
  amqpConnection: {
    line: 'The address of a message broker and its sign-in.',
    about: 'The address and sign-in of one message broker with AMQP, such as RabbitMQ, and a test.',
  },
  kafkaConnection: {
    line: 'The addresses of a Kafka cluster and its sign-in.',
    about: 'The addresses and sign-in of one Kafka cluster, and a test.',
  },
  sqlAdapter: {
    line: 'One SQL statement that form fields and processes can use.',
    about: 'One SQL statement with its parameters and columns, and a test.',
  },
  restAdapter: {
    line: 'One request that form fields and processes can use.',
    about: 'One request to a REST service with its parameters and columns, and a test.',
  },
  amqpAdapter: {
    line: 'One message that processes send.',
    about: 'One message with its exchange, routing key, headers and body. Only processes send it.',
  },
  kafkaAdapter: {
    line: 'One message to a Kafka topic that processes send.',
    about: 'One message with its topic, key, headers and body. Only processes send it.',
  },
  externalCalls: {
    line: 'Calls to external systems in the last 14 days.',
    about: 'The calls to all external systems with their results, requests and responses.',
  },
  externalCall: {
    line: 'One call with its request and its response.',
    about: 'The request and the response of one call, and a way to replay it.',
  },
  webhook: {
    line: 'An address where another system sends data.',
    about: 'One webhook with its address, its signature, and the process that it starts or the message that it sends.',
  },
  watchedFolder: {
    line: 'A folder whose files start a process or send a message.',
    about: 'One watched folder, its rules, and the process that each file starts or the message that it sends.',
  },
  mailInbox: {
    line: 'A mailbox whose emails start a process or send a message.',
    about: 'One mail inbox, its filters, and the process that each email starts or the message that it sends.',
  },
  queue: {
    line: 'A queue whose messages start a process or send a message.',
    about: 'One queue of a message broker, and the process that its messages start or the message that they send.',
  },
  topic: {
    line: 'A Kafka topic whose messages start a process or send a message.',
    about: 'One topic of a Kafka cluster, and the process that its messages start or the message that they send.',
  },
  externalDeliveries: {
    line: 'Recent deliveries to webhooks, folders, mailboxes, queues and topics.',
    about:
      'The deliveries to webhooks, watched folders, mail inboxes, queues and topics, with their results and contents.',
  },
  externalDelivery: {
    line: 'One delivery with its content.',
    about: 'The content and the result of one delivery, and a way to replay it.',
  },
} as const
