import { fromPlain } from '@millrace/engine'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createTestRuntime } from '../testing/test-runtime.ts'
import { evaluateTexts, type TextsOccasion } from './evaluate-texts.ts'

const { db, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const text = (language: string, source: string) => ({ language, text: source })
const evaluate = (texts: TextsOccasion['texts'], values: Readonly<Record<string, unknown>> = {}, on = runtime) =>
  evaluateTexts(on, workplaceId, {
    texts,
    variables: new Map(Object.entries(values).map(([name, value]) => [name, fromPlain(value)])),
    now: new Date('2026-03-01T10:00:00Z'),
    userId: 'ada',
  })

describe('expressions outside of processes', () => {
  it('are evaluated each for itself, with the variables', async () => {
    const all = [text('feel', 'a + 1'), text('uel', '${a * 2}'), text('literal', 'as it is')]
    const answerOf = await evaluate(all, { a: 20 })
    expect(all.map(answerOf)).toEqual([21, 40, 'as it is'].map((value) => ({ ok: true, value })))
  })

  it('that fail, or cannot be read, say so, and the others are unchanged', async () => {
    const all = [text('uel', '${nothing}'), text('feel', '1 +'), text('cobol', 'ADD 1'), text('feel', '2')]
    const answerOf = await evaluate(all)
    expect(all.map(answerOf)).toMatchObject([
      { ok: false, isUnreadable: false, message: expect.stringContaining('nothing') },
      { ok: false, isUnreadable: true },
      { ok: false, isUnreadable: true, message: expect.stringContaining('cobol') },
      { ok: true, value: 2 },
    ])
  })

  it('cannot write', async () => {
    const one = text('javascript', 'execution = 1; a = 2; a')
    const answer = (await evaluate([one], { a: 1 }))(one)
    expect(answer).toMatchObject(answer.ok ? { value: 2 } : { isUnreadable: false })
  })

  it('are evaluated in a thread when they are much or scripts, to the same answers', async () => {
    const done = () => runtime.threads.figures.done
    const before = done()
    const all = [
      text('feel', 'sum(for i in 1..30000 return i)'),
      text('javascript', 'a + 1'),
      text('uel', '${dateTime()}'),
    ]
    const answerOf = await evaluate(all, { a: 20 })
    expect(all.map(answerOf)).toEqual(
      [450015000, 21, new Date('2026-03-01T10:00:00Z')].map((value) => ({ ok: true, value })),
    )
    expect(done()).toBe(before + 1)
  })

  it('are refused when they take more than the budget', async () => {
    const small = { ...runtime, budgets: { ...runtime.budgets, work: 100_000 } }
    const one = text('feel', 'count(for i in 1..1000000 return i)')
    await expect(evaluate([one], {}, small)).rejects.toMatchObject({ code: 'budget.exceeded' })
  })
})
