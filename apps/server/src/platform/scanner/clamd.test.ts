import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClamdScanner } from './clamd.ts'
import { startFakeClamd } from './testing/fake-clamd.ts'

const megabyte = 1024 * 1024

async function* streamOf(...parts: (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield Buffer.from(part)
}

async function* megabytes(count: number, onPart: () => void = () => {}): AsyncGenerator<Buffer> {
  for (let number = 0; number < count; number++) {
    onPart()
    yield Buffer.alloc(megabyte, 'x')
  }
}

describe('a clamd at protocol level', () => {
  it('gets the whole content, and says that nothing is in it', async () => {
    const { address, received } = await startFakeClamd()
    expect(await createClamdScanner(address).scan(streamOf('a', '', 'bc'))).toEqual({ kind: 'clean' })
    expect(await createClamdScanner(address).scan(megabytes(5))).toEqual({ kind: 'clean' })
    expect(await createClamdScanner(address).scan(streamOf())).toEqual({ kind: 'clean' })
    expect(received.map(({ length }) => length)).toEqual([3, 5 * megabyte, 0])
  })

  it('names what it has found', async () => {
    const { address } = await startFakeClamd({ answer: () => 'stream: Win.Test.EICAR_HDB-1 FOUND' })
    expect(await createClamdScanner(address).scan(streamOf('x'))).toEqual({
      kind: 'infected',
      signature: 'Win.Test.EICAR_HDB-1',
    })
  })

  it.each([
    ['answers what nobody knows', { answer: () => 'UNKNOWN COMMAND' }, 'answered “UNKNOWN COMMAND”'],
    ['answers too much', { answer: () => 'x'.repeat(10_000) }, 'an answer that is too long'],
    [
      'hangs up in the middle',
      { cutsAfter: megabyte },
      expect.stringMatching(/closed without an answer|ECONNRESET|EPIPE/),
    ],
    [
      'takes no file as large as this',
      { stopsAfter: { bytes: megabyte, answer: 'INSTREAM size limit exceeded. ERROR' } },
      'answered “INSTREAM size limit exceeded. ERROR”',
    ],
  ])('that %s has not found it clean', async (_, options, reason) => {
    const { address } = await startFakeClamd(options)
    expect(await createClamdScanner(address).scan(megabytes(3))).toEqual({ kind: 'not-scanned', reason })
  })

  it('that does not answer has not found it clean', async () => {
    const { address } = await startFakeClamd({ answer: () => null })
    const reason = 'no answer in 300 ms'
    expect(await createClamdScanner(address, 300).scan(megabytes(3))).toEqual({ kind: 'not-scanned', reason })
  })

  it('that is not there has not found it clean', async () => {
    const gone = createClamdScanner({ path: '/nowhere/clamd.ctl' })
    expect(await gone.scan(streamOf('x'))).toEqual({ kind: 'not-scanned', reason: expect.stringContaining('ENOENT') })
  })

  it('is sent no more than it takes', async () => {
    const { address } = await startFakeClamd({ stopsAfter: { bytes: 2 * megabyte, answer: 'stream: Bad FOUND' } })
    let parts = 0
    const verdict = await createClamdScanner(address).scan(megabytes(500, () => parts++))
    expect(verdict).toEqual({ kind: 'infected', signature: 'Bad' })
    expect(parts).toBeLessThan(100)
  })

  it('a content that is interrupted is not clean', async () => {
    const { address, received } = await startFakeClamd()
    async function* broken() {
      yield Buffer.from('x')
      throw new Error('cut')
    }
    expect(await createClamdScanner(address, 500).scan(broken())).toMatchObject({ kind: 'not-scanned' })
    expect(received).toEqual([])
  })
})

const program = 'clamd'
const isInstalled = spawnSync(program, ['--version']).status === 0
const why = isInstalled ? '' : ', which is skipped because clamd is not installed here'

describe.skipIf(!isInstalled)(`a real clamd${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-clamd-'))
  const path = join(folder, 'clamd.ctl')
  const bad = 'MILLRACE-TEST-SIGNATURE-OF-NO-VIRUS'
  let clamd: ReturnType<typeof spawn> | undefined

  beforeAll(async () => {
    writeFileSync(join(folder, 'own.ndb'), `Millrace.Test:0:*:${Buffer.from(bad).toString('hex')}\n`)
    const config = join(folder, 'clamd.conf')
    writeFileSync(
      config,
      [`DatabaseDirectory ${folder}`, `LocalSocket ${path}`, 'Foreground yes', 'StreamMaxLength 3M'].join('\n'),
    )
    clamd = spawn(program, ['--config-file', config], { stdio: 'ignore' })
    for (let tries = 0; tries < 300 && !(await isListening(path)); tries++)
      await new Promise((resolve) => setTimeout(resolve, 100))
  }, 40_000)
  afterAll(async () => {
    const ended = new Promise((resolve) => clamd?.once('exit', resolve))
    clamd?.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  it('finds a signature of its own, in the middle of a large file too, and lets others pass', async () => {
    const scanner = createClamdScanner({ path })
    expect(await scanner.scan(streamOf('A plan'))).toEqual({ kind: 'clean' })
    const infected = { kind: 'infected', signature: 'Millrace.Test.UNOFFICIAL' }
    expect(await scanner.scan(streamOf('A plan ', bad, ' and more'))).toEqual(infected)
    const large = Buffer.alloc(megabyte, 'x')
    expect(await scanner.scan(streamOf(large, bad.slice(0, 10), bad.slice(10), large))).toEqual(infected)
  })

  it('says that it takes no larger file', async () => {
    const verdict = await createClamdScanner({ path }).scan(megabytes(8))
    expect(verdict).toEqual({
      kind: 'not-scanned',
      reason: expect.stringMatching(/size limit exceeded|EPIPE|ECONNRESET|closed/),
    })
  })
})

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
