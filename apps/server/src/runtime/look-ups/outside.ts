import { tableLimits } from '@millrace/contract'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import { createCallLimits } from '../../platform/outgoing/call-limits.ts'
import { createGrowingHide, createHide, type Hide } from '../../platform/outgoing/hide-secrets.ts'
import type { OpenFolder } from '../../platform/outgoing/open-folder.ts'
import type { OpenMailbox } from '../../platform/outgoing/open-mailbox.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { createIdSource } from '../new-id.ts'
import { type Adapter, describeParameters } from './adapter.ts'
import type { AdapterCall, OutsideOptions } from './adapter-call.ts'
import { createAskByKind } from './ask-by-kind.ts'
import { checkParameters } from './check-parameters.ts'
import { cleanFailure, hostOf } from './clean-failure.ts'
import { createLendBroker, type LendBroker } from './lend-broker.ts'
import { createCallLog } from './log/call-log.ts'
import { describeEnd } from './log/describe-call.ts'
import { createMailSignIn } from './mail-sign-in.ts'
import type { Answer } from './outcome.ts'
import { createGate } from './rest/gate.ts'
import { listSecrets, openSecrets, type Reached } from './rest/reached.ts'
import { createRestSender } from './rest/send-rest.ts'
import { createTokens } from './rest/tokens.ts'
import { type ReadTables, readTables } from './tables/read-tables.ts'
import { type TableQuery, writeTableStatement } from './tables/table-statements.ts'
import { createTestReached } from './test-reached.ts'
import type { Within } from './within.ts'

/** The only access from adapters to external systems, with the secret and the limits of the connection. */
export interface Outside extends LendBroker {
  /** @throws OutgoingFailure where there is no answer, with a sentence that has no secret. */
  carryOut(adapter: Adapter, call: AdapterCall): Promise<Answer>
  /** @returns the key of an SFTP host or the digest of a pinned certificate; null for others. @throws OutgoingFailure as `carryOut` does. */
  test(reached: Reached): Promise<string | null>
  /**
   * Lends the folder of a file connection, without a line in the log of calls. Its errors have no secret.
   *
   * @throws OutgoingFailure where something cannot be done, or takes too long.
   */
  useFolder<T>(reached: Reached, work: (folder: OpenFolder) => Promise<T>): Promise<T>
  /** Lends the mailbox of a mail connection, as `useFolder` lends a folder. @throws OutgoingFailure as `useFolder` does. */
  useMailbox<T>(reached: Reached, work: (mailbox: OpenMailbox) => Promise<T>): Promise<T>
  /** Lists a page of the tables of a database, without a line in the log of calls. @throws OutgoingFailure as `useFolder` does. */
  listTables(reached: Reached, query: TableQuery): Promise<ReadTables>
  /** Writes the calls that are not in the log yet. */
  flushLog(): Promise<void>
}

export function createOutside({
  outgoing,
  databases,
  folders,
  remoteFolders,
  mailboxes,
  brokers,
  db,
  logDb = db,
  clock,
  secret,
  budgets,
  readBook,
}: OutsideOptions): Outside {
  const limits = createCallLimits({
    most: budgets.outsideWork,
    maxPerWorkplace: budgets.outsideWorkOfWorkplace,
    maxPerHost: budgets.outsideWorkOfHost,
  })
  const seal = createPropertySeal(secret)

  const tokens = createTokens({ db, outgoing, seal, clock })
  const log = createCallLog({ db: logDb, seal, newId: createIdSource(() => clock().getTime()) })
  const rest = createRestSender({ outgoing, tokens, gate: createGate({ db, clock }) })
  const askByKind = createAskByKind({ databases, folders, remoteFolders, brokers, readBook, rest })
  const signedIn = createMailSignIn(tokens)
  const testReached = createTestReached({ databases, folders, remoteFolders, mailboxes, brokers, rest, signedIn })

  const within: Within = async <T>(
    { workplaceId, connection }: Reached,
    hide: Hide,
    call: (ms: number) => Promise<T>,
  ): Promise<T> => {
    const ms = connection.seconds * 1000
    const host = hostOf(connection)
    const startedAt = performance.now()
    try {
      const done = await limits.run({ workplaceId, host }, ms, () =>
        call(Math.max(1, Math.round(ms - (performance.now() - startedAt)))),
      )
      if (done !== null) return done.value
      throw new OutgoingFailure(`Too many requests to ${host} are waiting. Try again later.`)
    } catch (error) {
      throw error instanceof OutgoingFailure ? cleanFailure(error, host, hide) : error
    }
  }

  const carryOut = async (adapter: Adapter, call: AdapterCall): Promise<Answer> => {
    const { settings, connection } = adapter
    const { parameters, idempotencyKey, secrets, restricted = [], origin, replay = null } = call
    const hideInLog = createHide(restricted)
    checkParameters(describeParameters(settings), parameters)
    const opened = openSecrets(seal, adapter)
    const { hide, add: onSecret } = createGrowingHide([...listSecrets(connection, opened), ...secrets])
    let request = ''
    const onRequest = (text: string) => {
      request = text
    }
    const at = clock()
    const startedAt = performance.now()
    const note = (answer: Answer | OutgoingFailure) =>
      log.add({
        ...{ workplaceId: adapter.workplaceId, connectionId: adapter.connectionId, adapterId: adapter.id },
        ...{
          at,
          ms: Math.round(performance.now() - startedAt),
          origin,
          replay,
          idempotencyKey,
          given: { parameters, secrets, restricted },
        },
        ...hideInLog(describeEnd(answer, settings)),
        // What was learned during the call is hidden, too.
        request: hideInLog(hide(request)),
      })
    return within(adapter, hide, (timeoutMs) => {
      const asked = {
        parameters,
        idempotencyKey,
        reached: adapter,
        opened,
        timeoutMs,
        hide,
        onSecret,
        onRequest,
      }
      return askByKind(settings, asked)
    }).then(
      (answer) => {
        note(answer)
        return answer
      },
      (error: unknown) => {
        if (error instanceof OutgoingFailure) note(error)
        throw error
      },
    )
  }

  return {
    carryOut,
    flushLog: log.flush,
    useFolder: async (reached, work) => {
      const { connection } = reached
      if (connection.kind !== 'file')
        throw new OutgoingFailure('Expected a file connection, but it is another one.', { isFinal: true })
      const opened = openSecrets(seal, reached)
      const { hide } = createGrowingHide(listSecrets(connection, opened))
      return within(reached, hide, (timeoutMs) =>
        connection.place === 'local'
          ? folders.open({ folder: connection.folder, timeoutMs }, work)
          : remoteFolders.open({ ...connection, place: connection.place, secret: opened.secret, timeoutMs }, work),
      )
    },
    useMailbox: async (reached, work) => {
      const { connection } = reached
      if (connection.kind !== 'mail')
        throw new OutgoingFailure('Expected a mail connection, but it is another one.', { isFinal: true })
      const opened = openSecrets(seal, reached)
      const { hide, add: onSecret } = createGrowingHide(listSecrets(connection, opened))
      return within(reached, hide, (timeoutMs) =>
        signedIn({ reached, connection, opened, timeoutMs, onSecret }, (place) => mailboxes.open(place, work)),
      )
    },
    ...createLendBroker({ brokers, seal, within }),
    listTables: async (reached, query) => {
      const { connection } = reached
      if (connection.kind !== 'database')
        throw new OutgoingFailure('Expected a database connection, but it is another one.', { isFinal: true })
      const opened = openSecrets(seal, reached)
      const { hide } = createGrowingHide(listSecrets(connection, opened))
      return within(reached, hide, async (timeoutMs) =>
        readTables(
          await databases.ask(
            { ...connection, password: opened.secret },
            {
              ...writeTableStatement(connection.vendor, query),
              ...{ changes: false, rowLimit: (tableLimits.tables + 1) * tableLimits.columns, timeoutMs },
            },
          ),
        ),
      )
    },
    test: async (reached) => {
      const { connection } = reached
      const opened = openSecrets(seal, reached)
      const { hide, add: onSecret } = createGrowingHide(listSecrets(connection, opened))
      return within(reached, hide, (timeoutMs) => testReached(reached, { opened, timeoutMs, onSecret }))
    },
  }
}
