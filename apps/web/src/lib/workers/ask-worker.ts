interface WorkerMessage {
  readonly id: number
  readonly answer?: unknown
  readonly failure?: string
}

/** A function of a worker thread, as its client calls it. */
export type Asked<Questions> = {
  readonly [Name in keyof Questions]: Questions[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Answer>
    : never
}

export interface RunningWorker<Questions> {
  readonly ask: Asked<Questions>
  readonly stop: () => void
}

/** Returns a client of a worker thread with `answerQuestions`. Requests are answered in their order. */
export function askWorker<Questions>(worker: Worker): RunningWorker<Questions> {
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let last = 0
  worker.onmessage = ({ data: { id, answer, failure } }: MessageEvent<WorkerMessage>) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (failure === undefined) asked?.resolve(answer as never)
    else asked?.reject(new Error(failure))
  }
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message))
    waiting.clear()
  }
  const send = (name: string, given: readonly unknown[]) =>
    new Promise<never>((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      worker.postMessage({ id: last, name, given })
    })
  const ask = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...given: readonly unknown[]) =>
          send(String(name), given),
    },
  )
  return { ask: ask as Asked<Questions>, stop: () => worker.terminate() }
}
