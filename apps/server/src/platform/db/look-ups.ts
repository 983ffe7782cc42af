import type { ResultRows, Statement } from './batch.ts'
import { hasLostDatabase } from './has-lost-database.ts'

/** Small queries that every request makes first. */
export interface LookUps {
  /**
   * Asks in a round trip that others share.
   *
   * @param setting where, or as whom.
   * @param name of a question that others ask too: those that wait for the same round trip are asked once. It has to say
   * all that the statements depend on but the time.
   */
  ask(setting: Statement, statements: readonly Statement[], name?: string): Promise<ResultRows[]>
}

export interface LookUpOptions {
  /** One round trip and one transaction. */
  readonly send: (statements: readonly Statement[]) => Promise<ResultRows[]>
  /** Round trips at the same time, and questions in one. */
  readonly atOnce?: number
  readonly most?: number
}

/**
 * Creates the function that combines look-ups: those of one turn of the event loop, and those that arrive while others
 * are running, share a round trip. A single look-up does not wait.
 */
export function createLookUps({ send, atOnce = 2, most = 32 }: LookUpOptions): LookUps {
  const waiting: LookUp[] = []
  let running = 0
  let isDue = false

  const answer = async (asked: readonly LookUp[]) => {
    try {
      const results = await send(statementsOf(asked))
      let next = 0
      for (const [index, { statements, resolve }] of asked.entries()) {
        if (needsSetting(asked, index)) next++
        resolve(results.slice(next, next + statements.length))
        next += statements.length
      }
    } catch (error) {
      // What is wrong with one question is told to whoever asked it.
      if (asked.length > 1 && !hasLostDatabase(error)) for (const one of asked) await answer([one])
      else for (const { reject } of asked) reject(error)
    }
  }

  const sendNext = () => {
    while (running < atOnce && waiting.length > 0) {
      running++
      void answer(waiting.splice(0, most)).finally(() => {
        running--
        sendNext()
      })
    }
  }

  /** When all requests have been read that have come by now: those of many callers come in one turn of the loop. */
  const sendSoon = () => {
    if (isDue || running === atOnce) return
    isDue = true
    setImmediate(() => {
      isDue = false
      sendNext()
    })
  }

  return {
    ask: (setting, statements, name) => {
      const same = name === undefined ? undefined : waiting.find((one) => one.name === name)
      // As late as possible: with the time of whoever came last.
      if (same !== undefined) {
        same.statements = statements
        return same.answered
      }
      const { promise: answered, resolve, reject } = Promise.withResolvers<ResultRows[]>()
      waiting.push({ setting, statements, name, answered, resolve, reject })
      sendSoon()
      return answered
    },
  }
}

interface LookUp {
  readonly setting: Statement
  statements: readonly Statement[]
  readonly name: string | undefined
  readonly answered: Promise<ResultRows[]>
  readonly resolve: (results: ResultRows[]) => void
  readonly reject: (error: unknown) => void
}

function statementsOf(asked: readonly LookUp[]): Statement[] {
  return asked.flatMap(({ setting, statements }, index) =>
    needsSetting(asked, index) ? [setting, ...statements] : statements,
  )
}

/** Unless the question before was asked at the same place. */
function needsSetting(asked: readonly LookUp[], index: number): boolean {
  const [own, before] = [asked[index]?.setting, asked[index - 1]?.setting]
  return before === undefined || own?.name !== before.name || String(own.values) !== String(before.values)
}
