import { expect, it } from 'vitest'
import { holdOutput } from './hold-output.ts'

it('what was printed meanwhile is shown after the release in its order, and what comes later at once', () => {
  const shown: string[] = []
  const { take, release } = holdOutput((part) => shown.push(String(part)))
  take(Buffer.from('one'))
  take(Buffer.from('two'))
  expect(shown).toEqual([])
  release()
  expect(shown).toEqual(['one', 'two'])
  take(Buffer.from('three'))
  release()
  expect(shown).toEqual(['one', 'two', 'three'])
})
