import type { Checks, Questions } from './questions.ts'

interface Told {
  readonly id: number
  readonly answer?: unknown
  readonly failure?: string
}

export interface RunningChecks {
  readonly checks: Checks
  readonly stop: () => void
}

/** Starts the thread of the checks. What is asked is answered in its order. */
export function startChecks(): RunningChecks {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let last = 0
  worker.onmessage = ({ data: { id, answer, failure } }: MessageEvent<Told>) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (failure === undefined) asked?.resolve(answer as never)
    else asked?.reject(new Error(failure))
  }
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message))
    waiting.clear()
  }
  const ask = (name: keyof Questions, given: readonly unknown[]) =>
    new Promise<never>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      worker.postMessage({ id: last, name, given })
    })
  return {
    checks: {
      checkDrawing: (...given) => ask('checkDrawing', given),
      checkText: (...given) => ask('checkText', given),
      listFirings: (...given) => ask('listFirings', given),
    },
    stop: () => worker.terminate(),
  }
}
