import { afterAll, expect, it, vi } from 'vitest'
import { readAllowedAddresses } from '../addresses.ts'

// What this file has loaded must not be shared with other files of tests.
afterAll(() => vi.resetModules())

it('loads the library of Kafka for the first call, and not before', async () => {
  const allowed = readAllowedAddresses('127.0.0.1')
  if (allowed === null) throw new Error('Expected an address.')
  const load = vi.fn()
  vi.resetModules()
  vi.doMock('@platformatic/kafka', (importOriginal) => {
    load()
    return importOriginal()
  })
  try {
    const { topics } = (await import('../brokers.ts')).createBrokers({ allowed })
    expect(load).not.toHaveBeenCalled()
    const place = { servers: '127.0.0.1:1', tls: 'off', trust: 'authority', hostKey: '', signIn: 'none' } as const
    await expect(topics.check({ ...place, username: '', secret: '', timeoutMs: 5_000 })).rejects.toThrow('127.0.0.1')
    expect(load).toHaveBeenCalled()
  } finally {
    vi.doUnmock('@platformatic/kafka')
  }
})
