import { parseArgs } from 'node:util'

/** A running server of another product with Camunda's REST API. */
export interface RestPeer {
  /** With the path of the REST API, such as `http://127.0.0.1:8080/engine-rest`. */
  readonly url: string
  /** `name:password`; null: it asks nobody. */
  readonly user: string | null
  /** The id of its process on this machine; null: its time and memory are not measured. */
  readonly pid: number | null
  /** The address of its PostgreSQL on this machine; null: the time of it is not measured. */
  readonly database: string | null
}

export interface BenchOptions {
  /** The benchmarks to run; empty: all of them. */
  readonly names: readonly string[]
  readonly peer: RestPeer | null
}

/** Reads the arguments of `npm run bench`. @throws for an unknown option. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      peer: { type: 'string' },
      'peer-user': { type: 'string' },
      'peer-pid': { type: 'string' },
      'peer-database': { type: 'string' },
    },
  })
  const { peer: url, 'peer-user': user = null, 'peer-pid': pid, 'peer-database': database = null } = values
  return {
    names: positionals,
    peer: url === undefined ? null : { url, user, pid: pid === undefined ? null : Number(pid), database },
  }
}
