import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { signIn } from './clients.ts'
import { askFromElsewhere } from './elsewhere.ts'
import type { Target } from './target.ts'
import { type Waits, type Watch, watch } from './watch.ts'

/** The effects of an attack on other users. */
export interface Felt {
  readonly health: Waits
  readonly tasks: Waits
}

export interface Others {
  /** Measures from now on; what is given ends it. */
  watch(): () => Promise<Felt>
  close(): Promise<unknown>
}

/** Starts other users in a separate thread, because the thread of the attacker is busy, and must not delay them. */
export function meetOthers({ url, worker }: Pick<Target, 'url' | 'worker'>): Others {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, worker } })
  return {
    watch: () => {
      thread.postMessage('begin')
      return async () => {
        thread.postMessage('end')
        const [felt] = await once(thread, 'message')
        return felt
      }
    },
    close: () => thread.terminate(),
  }
}

if (parentPort !== null) {
  const port = parentPort
  const target = workerData as Pick<Target, 'url' | 'worker'>
  const listTasks = await signIn(target)
  const askHealth = (signal: AbortSignal) => askFromElsewhere(`${target.url}/api/actuator/health`, { signal })
  let current: { readonly health: Watch; readonly tasks: Watch } | null = null
  port.on('message', async (message) => {
    if (message === 'begin') current = { health: watch(askHealth, 25), tasks: watch(listTasks, 100) }
    else if (current !== null)
      port.postMessage({ health: await current.health.end(), tasks: await current.tasks.end() })
  })
}
