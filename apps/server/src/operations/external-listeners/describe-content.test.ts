import { expect, it } from 'vitest'
import { describeContent } from './describe-content.ts'

it('content that consists of a secret many times has no half of it', () => {
  const secret = 'x9'.repeat(20)
  for (const before of [0, 400, 600]) {
    const body = Buffer.from(`${'y'.repeat(before)}${secret.repeat(1_000)}`)
    expect(describeContent({ headers: {}, query: {}, body }, [secret])).not.toContain('x9')
  }
})
