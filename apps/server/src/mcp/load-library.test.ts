import { createApiToken, createTestApp } from '@millrace/server/testing'
import { afterAll, expect, it, vi } from 'vitest'

// What this file has loaded must not be shared with other files of tests.
afterAll(() => vi.resetModules())

const { app, db, signIn } = await createTestApp()

it('loads the library of the protocol again after a first load that failed', async () => {
  const { user } = await signIn({ roles: ['RoleUser'] })
  const token = await createApiToken(db, user)
  const call = async () => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      payload: {
        ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      },
    })
    return statusCode
  }
  vi.resetModules()
  vi.doMock('@modelcontextprotocol/server', () => {
    throw new Error('Too many open files.')
  })
  try {
    expect(await call()).toBe(500)
  } finally {
    vi.doUnmock('@modelcontextprotocol/server')
    // Vitest keeps a module that could not be loaded; Node asks for it again.
    vi.resetModules()
  }
  expect(await call()).toBe(200)
})
