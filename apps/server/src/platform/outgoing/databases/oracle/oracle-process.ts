import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Connection } from 'oracledb'
import { type DatabaseQuestion, maxBytes } from '../driver.ts'
import { AnswerTooLarge, askOracle, ColumnWithoutText, mayBeCarriedOut } from './ask-oracle.ts'
import { keepTimesExact, timeReader } from './exact-times.ts'
import type { FromProcess, OracleFault, ToProcess } from './messages.ts'
import { type OnlySocketState, useOnly } from './only-socket.ts'

/**
 * The process of a connection to Oracle. It opens one socket, to the address that the server has checked, and then loads
 * the driver, which cannot open another one. It ends with its server, or when the server ends it.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message: ToProcess) => {
  if (message.kind === 'open') void open(message)
  if (message.kind === 'ask') void ask(message.question)
  if (message.kind === 'go') go()
})

let state: OnlySocketState | null = null
let connection: Connection | null = null
let go = () => {}

async function open({ place, address, descriptor }: Extract<ToProcess, { kind: 'open' }>): Promise<void> {
  try {
    const socket = await openSocket(address, place.port)
    state = useOnly(socket, { host: place.host, address, isVerified: place.tls === 'verified', maxBytes })
    const { default: oracledb } = await import('oracledb')
    keepTimesExact(timeReader())
    // The driver would wait for a socket that was closed meanwhile.
    if (socket.destroyed) throw Object.assign(new Error('closed'), { code: 'ECONNRESET' })
    connection = await oracledb.getConnection({
      user: place.username,
      password: place.password,
      connectString: descriptor,
      // Otherwise, the driver sends the name of this machine and of its user.
      ...{ program: 'Millrace', machine: 'millrace', osUser: 'millrace', terminal: 'unknown' },
    })
    send({ kind: 'opened' })
  } catch (error) {
    send({ kind: 'failed', ...readFault(error), isStarted: false })
  }
}

async function openSocket(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port })
  await once(socket, 'connect')
  // The driver handles errors as soon as it has the socket.
  socket.on('error', () => {})
  return socket
}

async function ask(question: DatabaseQuestion): Promise<void> {
  if (connection === null) return
  let isStarted = false
  const start = async () => {
    isStarted = true
    await new Promise<void>((resolve) => {
      go = resolve
      send({ kind: 'starting' })
    })
  }
  try {
    const types = (await import('oracledb')).default
    send({ kind: 'answered', answer: await askOracle(connection, types, { question, start }) })
  } catch (error) {
    const fault = readFault(error)
    send({ kind: 'failed', ...fault, isStarted: isStarted && mayBeCarriedOut(fault, question.statement) })
  }
}

interface DriverError {
  readonly code?: string
  readonly message?: string
  /** The number of the error, if the database reports it. */
  readonly errorNum?: number
}

function readFault(error: unknown): Omit<OracleFault, 'isStarted'> {
  const nothing = { code: '', message: '' }
  if (error instanceof ColumnWithoutText) return { ...nothing, from: 'type', code: error.column }
  if (error instanceof AnswerTooLarge || state?.isTooLarge) return { ...nothing, from: 'size' }
  if (state?.isRedirected) return { ...nothing, from: 'redirect' }
  if (state?.tlsCode != null && connection === null) return { ...nothing, from: 'network', code: state.tlsCode }
  const { code = '', message = '', errorNum } = (error ?? {}) as DriverError
  if (state === null) return { ...nothing, from: 'network', code }
  // The driver has codes of its own for a connection that is lost.
  if (errorNum !== undefined && code.startsWith('ORA-'))
    return { from: 'database', code: `ORA-${String(errorNum).padStart(5, '0')}`, message: withoutHelp(message) }
  if (code === 'NJS-518') return { ...nothing, from: 'listener', code: 'ORA-12514' }
  if (code === 'NJS-511') return { ...nothing, from: 'listener', code: /ORA-\d{1,5}/.exec(message)?.[0] ?? '' }
  // A text of the driver may quote files of this machine.
  return { ...nothing, from: 'driver', code }
}

/** The driver adds a link, and the message of the database ends with a line break. */
function withoutHelp(message: string): string {
  return (message.split('\nHelp:', 1)[0] ?? '').trim().replaceAll('\n', ' ')
}

function send(message: FromProcess): void {
  process.send?.(message)
}
