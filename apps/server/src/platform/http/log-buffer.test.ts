import { mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLogBuffer, type LogBufferOptions } from './log-buffer.ts'

function open(options: LogBufferOptions = {}) {
  const path = join(mkdtempSync(join(tmpdir(), 'millrace-log-')), 'log')
  const buffer = createLogBuffer({ ...options, fd: openSync(path, 'a') })
  return { buffer, read: () => readFileSync(path, 'utf8') }
}

describe('the buffer of the log', () => {
  it('writes single lines soon, in their order', async () => {
    const { buffer, read } = open()
    for (const line of ['one\n', 'two\n']) buffer.write(line)
    expect(read()).toBe('')
    await expect.poll(read).toBe('one\ntwo\n')
  })

  it('writes what waits when it is closed', () => {
    const { buffer, read } = open()
    buffer.write('last\n')
    buffer.close()
    expect(read()).toBe('last\n')
  })

  it('lets the process end when nobody can read the log', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'millrace-log-')), 'log')
    writeFileSync(path, '')
    const buffer = createLogBuffer({ fd: openSync(path, 'r') })
    buffer.write('unread\n')
    buffer.close()
    expect(readFileSync(path, 'utf8')).toBe('')
  })

  it('keeps the order of lines when it is closed while it writes', async () => {
    const { buffer, read } = open({ minLength: 1 })
    buffer.write('one\n')
    buffer.write('two\n')
    buffer.close()
    await expect.poll(read).toBe('one\ntwo\n')
  })

  it('loses lines beyond its bound, and reports how many', async () => {
    const { buffer, read } = open({ maxLength: 400, minLength: 1_000 })
    for (let line = 0; line < 300; line++) buffer.write(`line ${line}\n`)
    await expect.poll(read).toContain('lines of the log were lost')
    const { lost } = JSON.parse(read().split('\n').at(-2) ?? '') as { lost: number }
    expect(read()).toContain('line 0\n')
    expect(lost).toBe(300 - (read().match(/^line /gm) ?? []).length)
  })
})
