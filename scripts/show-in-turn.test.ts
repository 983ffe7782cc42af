import { expect, it } from 'vitest'
import { showInTurn } from './show-in-turn.ts'

function setUp() {
  const shown: string[] = []
  const parts = showInTurn(3, (part) => shown.push(String(part)))
  const print = (index: number, text: string) => parts[index]?.take(Buffer.from(text))
  return { shown, parts, print }
}

it('shows what the first part prints at once, and what the others print when those before have ended', () => {
  const { shown, parts, print } = setUp()
  print(1, 'second')
  print(0, 'first')
  expect(shown).toEqual(['first'])
  parts[0]?.end()
  expect(shown).toEqual(['first', 'second'])
  print(1, 'second again')
  print(2, 'third')
  expect(shown).toEqual(['first', 'second', 'second again'])
  parts[1]?.end()
  expect(shown).toEqual(['first', 'second', 'second again', 'third'])
})

it('shows parts that have ended early in their order as well', () => {
  const { shown, parts, print } = setUp()
  print(2, 'third')
  parts[2]?.end()
  print(1, 'second')
  parts[1]?.end()
  expect(shown).toEqual([])
  parts[0]?.end()
  expect(shown).toEqual(['second', 'third'])
})
