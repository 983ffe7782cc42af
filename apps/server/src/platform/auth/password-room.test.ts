import { describe, expect, it } from 'vitest'
import { createPasswordRoom } from './password-room.ts'

/** Checks that end when they are told to. */
function open(options: Parameters<typeof createPasswordRoom>[0]) {
  const room = createPasswordRoom(options)
  const started: string[] = []
  const ends: (() => void)[] = []
  const check = (network: string, name: string) =>
    room(network, async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const endOne = async () => {
    // Whoever may begin does so a moment later.
    await new Promise(setImmediate)
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { check, started, endOne }
}

describe('passwords that are checked at once', () => {
  it('are few, and the others wait network by network in turn', async () => {
    const { check, started, endOne } = open({ width: 2 })
    const many = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => check('a', name))
    const one = check('b', 'b1')
    await endOne()
    expect(started).toEqual(['a1', 'a2', 'a3'])
    await endOne()
    expect(started).toEqual(['a1', 'a2', 'a3', 'b1'])
    for (let time = 0; time < 4; time++) await endOne()
    expect(await Promise.all([...many, one])).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1'])
  })

  it('are refused when very many wait, and those who wait are not', async () => {
    const { check, endOne } = open({ width: 1, longest: 2 })
    const all = ['1', '2', '3'].map((name) => check('a', name))
    await expect(check('b', '4')).rejects.toMatchObject({ code: 'server.busy' })
    for (let time = 0; time < 3; time++) await endOne()
    expect(await Promise.all(all)).toEqual(['1', '2', '3'])
  })

  it('leave their room when they fail', async () => {
    const room = createPasswordRoom({ width: 1 })
    await expect(room('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(await room('a', async () => 'done')).toBe('done')
  })
})
