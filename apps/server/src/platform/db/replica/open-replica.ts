import type { BudgetValues } from '@millrace/contract'
import type { CheckedDatabase } from '../connect.ts'
import { type Database, openDatabase } from '../database.ts'
import { openHost, openHosts } from '../hosts/hosts.ts'
import { readHosts } from '../hosts/read-hosts.ts'
import { measureLag } from './measure-lag.ts'
import type { Replica } from './with-replica.ts'

export interface ReplicaOptions {
  readonly url: string
  readonly primary: Database
  /** The role to act as, as in the primary, from which the standby has it. */
  readonly role: CheckedDatabase['role']
  readonly budgets: BudgetValues
}

/** Opens a standby for reads. While it is unavailable, the primary answers. */
export function openReplica({ url, primary, role, budgets }: ReplicaOptions): Replica & { close(): Promise<void> } {
  const address = readHosts(url)
  // Any of several will do: whether it is a standby, and how far, is measured.
  const hosts = address === null ? openHost(url) : openHosts({ ...address, needsPrimary: false }, { waitMs: 0 })
  const db = openDatabase({ connectionString: url, hosts, budgets, ...(role !== undefined && { role }) })
  const lag = measureLag({ primary, standby: db })
  return {
    db,
    lag,
    close: async () => {
      lag.stop()
      hosts.close()
      await db.close()
    },
  }
}
