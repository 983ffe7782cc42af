interface Asked {
  readonly id: number
  readonly name: string
  readonly given: readonly unknown[]
}

/** In a thread: answers what `askWorker` asks, by the functions of these names. */
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
