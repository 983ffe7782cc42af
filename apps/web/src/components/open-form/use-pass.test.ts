import { api } from '@millrace/contract'
import { renderHook } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { answer, stubNetwork } from '../../testing/network.ts'
import { usePass } from './use-pass.ts'

function open(solve: (() => Promise<string>) | null) {
  let given = 0
  const network = stubNetwork([answer(api.openForms.pass, () => ({ pass: `pass ${++given}`, seconds: 3600 }))])
  const { result } = renderHook(() => usePass({ token: 'token', visit: 'visit', solve }))
  return { ...result.current, callsToPass: () => network.callsTo(api.openForms.pass) }
}

it('files that are chosen together, and the form, come by one solved captcha', async () => {
  const solve = vi.fn(async () => 'solved')
  const { find, current, callsToPass } = open(solve)
  expect(await current()).toBeNull()
  const found = await Promise.all([find(), find(), find()])
  expect(found).toEqual(Array(3).fill({ visit: 'visit', pass: 'pass 1' }))
  expect(await current()).toBe('pass 1')
  expect(solve).toHaveBeenCalledTimes(1)
  expect(callsToPass()[0]?.body).toEqual({ visit: 'visit', captcha: 'solved' })
})

it('a captcha is solved again when it was not solved before, and when the hour is over', async () => {
  const solve = vi.fn(async () => 'solved').mockRejectedValueOnce(new Error('not solved'))
  const { find, current } = open(solve)
  await expect(find()).rejects.toThrow('not solved')
  expect(await current()).toBeNull()
  expect(await find()).toMatchObject({ pass: 'pass 1' })
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await current()).toBeNull()
  expect(await find()).toMatchObject({ pass: 'pass 2' })
})

it('a form without a captcha asks for no pass', async () => {
  const { find, current, callsToPass } = open(null)
  expect([await find(), await current(), callsToPass()]).toEqual([{}, null, []])
})
