import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { balance } from './balance.ts'
import { createCaller, type Ledger, startClients } from './clients.ts'
import { authorization, type KeptServer } from './keep-server.ts'
import { ledgerModel } from './model.ts'
import { openShop } from './shop.ts'
import type { Verdict } from './trial.ts'

export interface Working {
  /** Starts what the product runs on. It is given an empty folder. */
  readonly prepare: (folder: string) => Promise<Product>
  /** Harms the product while clients work. */
  readonly harm: (product: Product, ledger: Ledger) => Promise<void>
  readonly mayRepeat?: boolean
  /** How long the outside takes to answer. */
  readonly answerMs?: number
}

export interface Product {
  /** Clients go to each in turn. */
  readonly servers: readonly KeptServer[]
  /** Ends what the servers run on. */
  stop(): Promise<void>
}

/** Lets clients work during a failure, and compares their ledger with the data afterwards. */
export async function atWork({ prepare, harm, mayRepeat = true, answerMs = 50 }: Working): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-ledger-'))
  const shop = await openShop(answerMs)
  let product: Product | null = null
  try {
    product = await prepare(folder)
    const { servers } = product
    for (const server of servers) await server.up()
    let turn = 0
    const call = createCaller(() => servers[turn++ % servers.length]?.url() ?? null, authorization)
    const form = new FormData()
    form.set('file', new File([ledgerModel(shop.url)], 'ledger.bpmn'))
    await call('/deployment/create', form)
    const clients = startClients(call)
    await harm(product, clients.ledger).finally(clients.stop)
    for (const server of servers) await server.up()
    return await balance({ ledger: clients.ledger, call, shop, mayRepeat })
  } finally {
    for (const server of product?.servers ?? []) await server.stop()
    await product?.stop()
    shop.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Waits until clients have completed a further number of tasks. */
export async function untilCompleted(ledger: Ledger, more: number): Promise<void> {
  const goal = ledger.completed.size + more
  while (ledger.completed.size < goal) await new Promise((resolve) => setTimeout(resolve, 20))
}
