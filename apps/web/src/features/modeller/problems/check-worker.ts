import { type Questions, questions } from './questions.ts'

interface Asked {
  readonly id: number
  readonly name: keyof Questions
  readonly given: readonly unknown[]
}

self.onmessage = ({ data: { id, name, given } }: MessageEvent<Asked>) => {
  try {
    const answer = (questions[name] as (...all: readonly unknown[]) => unknown)(...given)
    self.postMessage({ id, answer })
  } catch (error) {
    self.postMessage({ id, failure: String(error) })
  }
}
