import { expect, it } from 'vitest'
import { atOnce, inTurns, mapInTurns, type Pieces } from './in-turns.ts'

function* sum(note: (piece: number) => void): Pieces<number> {
  let total = 0
  for (let piece = 1; piece <= 3; piece++) {
    note(piece)
    total += piece
    yield
  }
  return total
}

it('lets others come in between the pieces of work in turns', async () => {
  const seen: (number | string)[] = []
  const others = () => {
    seen.push('others')
    if (seen.length < 20) setImmediate(others)
  }
  setImmediate(others)
  expect(await inTurns(sum((piece) => seen.push(piece)))).toBe(6)
  expect(seen.filter((one, index) => one !== seen[index - 1]).slice(0, 5)).toEqual([1, 'others', 2, 'others', 3])
})

it('does all pieces in one turn where nobody waits', () => {
  const seen: number[] = []
  expect(atOnce(sum((piece) => seen.push(piece)))).toBe(6)
  expect(seen).toEqual([1, 2, 3])
})

it('fails with what a piece throws', async () => {
  const failing = () =>
    sum((piece) => {
      if (piece === 2) throw new Error('broken')
    })
  await expect(inTurns(failing())).rejects.toThrow('broken')
  expect(() => atOnce(failing())).toThrow('broken')
})

it('converts long texts over several turns, and short ones in one', async () => {
  const turnsFor = async (lengths: readonly number[]) => {
    let turns = 0
    let isOver = false
    const others = () => {
      turns++
      if (!isOver) setImmediate(others)
    }
    setImmediate(others)
    const converted = await mapInTurns(lengths, (length) => length, String)
    isOver = true
    expect(converted).toEqual(lengths.map(String))
    return turns
  }
  expect(await turnsFor([200_000, 200_000, 200_000])).toBeGreaterThanOrEqual(2)
  expect(await turnsFor([1, 2, 3])).toBe(0)
})
