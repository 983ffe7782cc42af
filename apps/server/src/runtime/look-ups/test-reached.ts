import type { DatabaseVendor, RestAdapter, RestConnection } from '@millrace/contract'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { OutsideOptions } from './adapter-call.ts'
import { hostOf } from './clean-failure.ts'
import type { MailSignIn } from './mail-sign-in.ts'
import type { Reached } from './rest/reached.ts'
import type { RestCall, RestSender } from './rest/send-rest.ts'
import { createRestRequest } from './rest-request.ts'

type TestedCall = Pick<RestCall, 'opened' | 'timeoutMs' | 'onSecret'>

interface Means extends Pick<OutsideOptions, 'databases' | 'folders' | 'remoteFolders' | 'mailboxes' | 'brokers'> {
  readonly rest: RestSender
  readonly signedIn: MailSignIn
}

/**
 * Creates the function that tests a connection: whether the system answers and accepts the sign-in.
 *
 * @returns the host key of an SFTP server or the digest of a pinned certificate; null for others.
 * @throws OutgoingFailure when the test fails.
 */
export function createTestReached({ databases, folders, remoteFolders, mailboxes, brokers, rest, signedIn }: Means) {
  const testRest = async (reached: Reached, connection: RestConnection, call: TestedCall) => {
    const request = createRestRequest(emptyRequest, { connection, secret: call.opened.secret, parameters: {} })
    const { statusCode } = await rest.send({
      ...call,
      ...{ reached, settings: connection, request, isRepeatable: true, isTest: true },
    })
    // Any other status at the base URL shows that a service exists and accepts the sign-in.
    if (statusCode === 401 || statusCode === 403 || statusCode === 407)
      throw new OutgoingFailure(
        `Expected ${hostOf(connection)} to accept the sign-in, but it answered with the status ${statusCode}. Check the sign-in.`,
      )
    if (statusCode >= 500)
      throw new OutgoingFailure(
        `Expected a successful response of ${hostOf(connection)}, but it failed with the status ${statusCode}.`,
      )
  }

  return async (reached: Reached, call: TestedCall): Promise<string | null> => {
    const { connection } = reached
    const { opened, timeoutMs } = call
    switch (connection.kind) {
      case 'file':
        if (connection.place !== 'local')
          return remoteFolders.check({ ...connection, place: connection.place, secret: opened.secret, timeoutMs })
        await folders.check({ folder: connection.folder, timeoutMs })
        return null
      case 'database':
        await databases.ask(
          { ...connection, password: opened.secret },
          {
            statement: testStatements[connection.vendor] ?? 'select 1',
            values: [],
            changes: false,
            rowLimit: 1,
            timeoutMs,
          },
        )
        return null
      case 'rest':
        await testRest(reached, connection, call)
        return null
      case 'mail':
        return signedIn({ ...call, reached, connection }, (place) => mailboxes.check(place))
      case 'amqp':
        return brokers.check({ ...connection, secret: opened.secret, timeoutMs })
      case 'kafka':
        return brokers.topics.check({ ...connection, secret: opened.secret, timeoutMs })
      default:
        return connection satisfies never
    }
  }
}

/** SQLite opens any file; it reads the file when a statement needs something of it. Oracle needs a table before version 23. */
const testStatements: Readonly<Partial<Record<DatabaseVendor, string>>> = {
  sqlite: 'select 1 from sqlite_schema',
  oracle: 'select 1 from dual',
}

const emptyRequest: RestAdapter = {
  kind: 'rest',
  method: 'GET',
  path: '',
  query: [],
  headers: [],
  bodyKind: 'json',
  body: '',
  fields: [],
  rows: '',
  columns: [],
  searchParameter: '',
  valueParameter: '',
  isRepeatable: false,
  types: [],
  rowLimit: 1,
  cacheSeconds: 0,
}
