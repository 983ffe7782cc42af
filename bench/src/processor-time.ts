import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Reads the processor time of a process with its children, or of PostgreSQL, in ms. Linux only. */
export interface ProcessorTime {
  read(): number
}

/** Returns the meter of the processor time of one process with all its threads. */
export function timeOfProcess(pid: number): ProcessorTime {
  return { read: () => readTimes(pid)?.own ?? 0 }
}

/** Returns the meter of the processor time of the local PostgreSQL at an address, with all its processes. */
export async function timeOfPostgres(connectionString: string): Promise<ProcessorTime> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const server = parentOf(rows[0].pid)
  await client.end()
  return {
    read: () => {
      const processes = listProcesses().filter((pid) => pid === server || parentOf(pid) === server)
      // The server counts its ended processes.
      const ended = readTimes(server)?.children ?? 0
      return ended + processes.reduce((sum, pid) => sum + (readTimes(pid)?.own ?? 0), 0)
    },
  }
}

function listProcesses(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isInteger)
}

/** Clock ticks of the kernel, a hundred per second on all platforms of Linux that we run on. */
const msPerTick = 10

function readTimes(pid: number): { readonly own: number; readonly children: number } | null {
  const fields = readStat(pid)
  if (fields === null) return null
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
  return { own: (user + system) * msPerTick, children: (childUser + childSystem) * msPerTick }
}

function parentOf(pid: number): number {
  return Number(readStat(pid)?.[1])
}

/** The fields behind the name of the program. Null: the process has ended. */
function readStat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
