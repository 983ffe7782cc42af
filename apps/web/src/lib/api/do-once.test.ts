import { api } from '@millrace/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { doOnce, endEchoes } from './do-once.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  // Echoes of one test are none of the next.
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

const start = (note: string, send: (key: string | null) => Promise<unknown>) =>
  doOnce({ call: api.processes.start, input: { params: { id: '1' }, body: { note } }, send })
const claim = (send: (key: string | null) => Promise<unknown>) =>
  doOnce({ call: api.tasks.claim, input: { params: { id: '1' } }, send })
const lost = () => new ApiError({ code: 'network', status: 0, message: 'No answer.' })
const running = () => new ApiError({ code: 'request.running', status: 409, message: 'Under way.' })
const refused = () => new ApiError({ code: 'form.invalid', status: 422, message: 'Wrong.' })

describe('the same action', () => {
  it('joins the one that is under way', async () => {
    const send = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 500, 'done')))
    const both = [start('a', send), start('a', send)]
    await vi.advanceTimersByTimeAsync(500)
    expect(await Promise.all(both)).toEqual(['done', 'done'])
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('is answered the same for a second more when it must not happen twice, and is another one then', async () => {
    const send = vi.fn().mockResolvedValueOnce('first').mockResolvedValueOnce('second')
    expect(await start('a', send)).toBe('first')
    await vi.advanceTimersByTimeAsync(999)
    expect(await start('a', send)).toBe('first')
    await vi.advanceTimersByTimeAsync(1)
    expect(await start('a', send)).toBe('second')
    const [one, other] = send.mock.calls.map(([key]) => key)
    expect(one).toMatch(/^[0-9a-f]{32}$/)
    expect(other).not.toBe(one)
  })

  it('is another one when something was done between', async () => {
    const send = vi.fn(async () => 'done')
    await start('a', send)
    await claim(async () => undefined)
    await start('a', send)
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('is another one when the user has gone elsewhere between', async () => {
    const send = vi.fn(async () => 'done')
    await start('a', send)
    endEchoes()
    await start('a', send)
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('goes at once again when it can be repeated, and has no key', async () => {
    const send = vi.fn(async () => undefined)
    await claim(send)
    await claim(send)
    expect(send.mock.calls).toEqual([[null], [null]])
  })

  it('goes at once again after a refusal, under another key', async () => {
    const send = vi.fn().mockRejectedValue(refused())
    await expect(start('a', send)).rejects.toMatchObject({ code: 'form.invalid' })
    await expect(start('a', send)).rejects.toMatchObject({ code: 'form.invalid' })
    const [one, other] = send.mock.calls.map(([key]) => key)
    expect(other).not.toBe(one)
  })

  it('with the same files is the same, with the same file chosen again it is not', async () => {
    const send = vi.fn(async () => 'kept')
    const upload = (file: File) => {
      const body = new FormData()
      body.append('file', file)
      return doOnce({ call: api.files.upload, input: { body }, send })
    }
    const file = new File(['text'], 'note.txt')
    await upload(file)
    await upload(file)
    expect(send).toHaveBeenCalledTimes(1)
    await upload(new File(['text'], 'note.txt'))
    expect(send).toHaveBeenCalledTimes(2)
  })
})

describe('without an answer', () => {
  it('it is sent once more after a second, under the same key', async () => {
    const send = vi.fn().mockRejectedValueOnce(lost()).mockResolvedValueOnce('done')
    const done = start('a', send)
    await vi.advanceTimersByTimeAsync(999)
    expect(send).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await done).toBe('done')
    const [one, other] = send.mock.calls.map(([key]) => key)
    expect(other).toBe(one)
  })

  it('twice, it is reported; a user who retries continues under the same key, and another action under its own', async () => {
    const send = vi.fn().mockRejectedValue(lost())
    const failed = expect(start('a', send)).rejects.toMatchObject({ code: 'network' })
    await vi.advanceTimersByTimeAsync(1_000)
    await failed
    expect(send).toHaveBeenCalledTimes(2)
    const other = vi.fn(async () => 'other')
    await start('b', other)
    send.mockResolvedValue('done')
    expect(await start('a', send)).toBe('done')
    const keys = send.mock.calls.map(([key]) => key)
    expect(new Set(keys).size).toBe(1)
    expect(other).not.toHaveBeenCalledWith(keys[0])
  })

  it('what can be repeated is not repeated unasked', async () => {
    const send = vi.fn().mockRejectedValue(lost())
    await expect(claim(send)).rejects.toMatchObject({ code: 'network' })
    expect(send).toHaveBeenCalledTimes(1)
  })
})

it('waits while the server is still at it', async () => {
  const send = vi.fn().mockRejectedValueOnce(lost()).mockRejectedValueOnce(running()).mockRejectedValueOnce(running())
  send.mockResolvedValueOnce('done')
  const done = start('a', send)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await done).toBe('done')
  expect(new Set(send.mock.calls.map(([key]) => key)).size).toBe(1)
})
