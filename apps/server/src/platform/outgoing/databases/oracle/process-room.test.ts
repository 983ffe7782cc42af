import { expect, it } from 'vitest'
import { createProcessRoom } from './process-room.ts'

const never = new AbortController().signal

/** Records the names of those that have entered. */
function open(most: number) {
  const enter = createProcessRoom(most)
  const entered: string[] = []
  const go = async (name: string, { to = 'db', signal = never } = {}) => {
    const leave = await enter(to, signal)
    entered.push(name)
    return leave
  }
  return { entered, go }
}

it('lets no more processes run than there is room for', async () => {
  const { entered, go } = open(2)
  const leave = await go('a')
  await go('b')
  const third = go('c')
  const fourth = go('d')
  expect(entered).toEqual(['a', 'b'])
  leave()
  leave()
  await third
  expect(entered).toEqual(['a', 'b', 'c'])
  ;(await third)()
  await fourth
  expect(entered).toEqual(['a', 'b', 'c', 'd'])
})

it('serves waiting destinations in turn', async () => {
  const { entered, go } = open(1)
  const leave = await go('a1', { to: 'a' })
  const others = [go('a2', { to: 'a' }), go('a3', { to: 'a' }), go('b1', { to: 'b' })] as const
  leave()
  ;(await others[0])()
  ;(await others[2])()
  await others[1]
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('forgets one whose time is over while it waits', async () => {
  const { entered, go } = open(1)
  const leave = await go('a')
  const time = new AbortController()
  const late = go('late', { signal: time.signal })
  const next = go('next')
  time.abort(new Error('late'))
  await expect(late).rejects.toThrow('late')
  leave()
  ;(await next)()
  expect(entered).toEqual(['a', 'next'])
  await expect(go('later', { signal: time.signal })).rejects.toThrow('late')
  await go('last')
  expect(entered).toEqual(['a', 'next', 'last'])
})
