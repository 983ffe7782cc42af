import { expect, it } from 'vitest'
import { createClamdScanner } from './clamd.ts'
import { withLoggedVerdicts } from './logged.ts'
import { startFakeClamd } from './testing/fake-clamd.ts'

async function* content() {
  yield Buffer.from('A plan')
}

/** What the log gets of one scan by a clamd that answers so, beside the verdict. */
async function scan(answer: string) {
  const { address } = await startFakeClamd({ answer: () => answer })
  const lines: unknown[] = []
  const scanner = withLoggedVerdicts(createClamdScanner(address), (facts, message) => lines.push([message, facts]))
  return { verdict: await scanner.scan(content()), lines }
}

it('the log says what a clamd has found', async () => {
  expect(await scan('stream: Win.Test.EICAR_HDB-1 FOUND')).toEqual({
    verdict: { kind: 'infected', signature: 'Win.Test.EICAR_HDB-1' },
    lines: [['virus scan: something was found', { signature: 'Win.Test.EICAR_HDB-1' }]],
  })
})

it('the log says why a file could not be scanned', async () => {
  expect(await scan('UNKNOWN COMMAND')).toEqual({
    verdict: { kind: 'not-scanned', reason: 'answered “UNKNOWN COMMAND”' },
    lines: [['virus scan: a file could not be scanned', { reason: 'answered “UNKNOWN COMMAND”' }]],
  })
})

it('the log says nothing of a clean file', async () => {
  expect(await scan('stream: OK')).toEqual({ verdict: { kind: 'clean' }, lines: [] })
})
