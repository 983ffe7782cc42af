interface Asked {
  readonly id: number
  readonly name: string
  readonly given: readonly unknown[]
}

/** Answers the requests of `askWorker` in a worker thread, by the functions with these names. */
export function answerQuestions(questions: Readonly<Record<string, (...given: never[]) => unknown>>): void {
  self.onmessage = ({ data: { id, name, given } }: MessageEvent<Asked>) => {
    try {
      const answer = questions[name] as ((...all: readonly unknown[]) => unknown) | undefined
      self.postMessage({ id, answer: answer?.(...given) })
    } catch (error) {
      self.postMessage({ id, failure: String(error) })
    }
  }
}
