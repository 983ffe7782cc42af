import { type ChildProcess, fork } from 'node:child_process'
import type { DatabaseDriver } from '../driver.ts'
import { writeDescriptor } from './connect-descriptor.ts'
import { describeOracle } from './describe-oracle.ts'
import type { FromProcess, OracleFault, ToProcess } from './messages.ts'
import { createProcessRoom } from './process-room.ts'

/**
 * The driver for Oracle. A listener may redirect the driver of Oracle to an address that nobody has checked, so a
 * connection has a process of its own, in which no other connection can be opened (`only-socket.ts`). The process gets
 * nothing of the server but the connection, and ends with it.
 */
export const oracle: DatabaseDriver = {
  name: 'Oracle database',
  open: async (place, { address, signal }) => {
    const descriptor = writeDescriptor(place)
    const startedAt = performance.now()
    const leave = await enterRoom(`${place.host.toLowerCase()} ${place.port} ${place.username}`, signal)
    const child = startInRoom(leave, signal)
    const end = () => void child.kill('SIGKILL')
    signal.addEventListener('abort', end)
    try {
      await call(child, { kind: 'open', place, address, descriptor })
    } catch (error) {
      end()
      throw error
    }
    return {
      ask: async (question, change) => {
        const timeoutMs = Math.max(1, Math.round(question.timeoutMs - (performance.now() - startedAt)))
        const onStart = () => {
          change.isStarted = true
        }
        try {
          const said = await call(child, { kind: 'ask', question: { ...question, timeoutMs } }, onStart)
          if (said.kind === 'answered') return said.answer
          throw new Error(`Expected an answer, but it is ${said.kind}`)
        } catch (error) {
          if (error instanceof OracleError) change.isStarted = error.fault.isStarted
          throw error
        }
      },
      close: end,
    }
  },
  describe: (error, place) => (error instanceof OracleError ? describeOracle(error.fault, place) : null),
}

/** An error that the process of a connection reports. */
class OracleError extends Error {
  readonly fault: OracleFault
  /** The code of a network error; empty for other errors. */
  readonly code: string

  constructor(fault: OracleFault) {
    super('failed')
    this.fault = fault
    this.code = fault.code
  }
}

/** Each process has 50 to 200 MB, and its start takes a quarter of a second of a processor. */
const mostProcesses = 8
const enterRoom = createProcessRoom(mostProcesses)

/** Starts a process that leaves the room when it ends. @throws the reason of a signal that has ended the call. */
function startInRoom(leave: () => void, signal: AbortSignal): ChildProcess {
  try {
    signal.throwIfAborted()
    const child = startProcess()
    // One that cannot start does not exit.
    if (child.pid === undefined) leave()
    else child.once('exit', leave)
    return child
  } catch (error) {
    leave()
    throw error
  }
}

/** Variables by which an operator says which certificates Node trusts. */
const trusted = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA', 'SSL_CERT_FILE', 'SSL_CERT_DIR'] as const

/** Flags that say the same. Node knows each also with underscores. */
function trustedByFlag(): readonly string[] {
  const given = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(' ')].map((flag) =>
    flag.replaceAll('_', '-'),
  )
  return ['--use-system-ca', '--use-openssl-ca'].filter((flag) => given.includes(flag))
}

/** The driver gives its session the time zone of its process: in UTC, no hour is left out or repeated. */
function startProcess(): ChildProcess {
  const variables = trusted.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return fork(new URL('./oracle-process.ts', import.meta.url), {
    env: { ...Object.fromEntries(variables), TZ: 'UTC', NODE_NO_WARNINGS: '1' },
    execArgv: ['--max-old-space-size=128', ...trustedByFlag()],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
}

/** Sends a message, and waits for its answer. @throws OracleError, or another error if the process ends. */
function call(child: ChildProcess, message: ToProcess, onStart: () => void = () => {}): Promise<FromProcess> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      child.off('exit', fail).off('error', fail).off('message', take)
    }
    const fail = () => {
      finish()
      // Its channel may have been closed before.
      child.on('error', () => {})
      reject(new Error('ended'))
    }
    const take = (said: FromProcess) => {
      if (said.kind === 'starting') {
        onStart()
        child.send({ kind: 'go' } satisfies ToProcess)
        return
      }
      finish()
      child.on('error', () => {})
      if (said.kind === 'failed') reject(new OracleError(said))
      else resolve(said)
    }
    child.on('exit', fail).on('error', fail).on('message', take)
    // Without a process, there is no channel to it.
    if (child.connected) child.send(message)
    else if (child.exitCode !== null || child.signalCode !== null) fail()
  })
}
