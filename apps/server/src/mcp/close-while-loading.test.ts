import { createApiToken, createTestApp } from '@millrace/server/testing'
import { afterAll, expect, it, vi } from 'vitest'

// Modules that this file has loaded must not be shared with other test files.
afterAll(() => {
  vi.doUnmock('@modelcontextprotocol/server')
  vi.resetModules()
})

const { app, db, signIn } = await createTestApp()

it('closes the handler of the protocol when the server closes while the handler is loading', async () => {
  const { user } = await signIn({ roles: ['RoleUser'] })
  const token = await createApiToken(db, user)
  const started = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const close = vi.fn()
  vi.resetModules()
  vi.doMock('@modelcontextprotocol/server', async (importActual) => {
    const actual = await importActual<typeof import('@modelcontextprotocol/server')>()
    started.resolve()
    await released
    const createMcpHandler: typeof actual.createMcpHandler = (...given) => {
      const handler = actual.createMcpHandler(...given)
      close.mockImplementation(handler.close)
      return { ...handler, close }
    }
    return { ...actual, createMcpHandler }
  })
  const answer = app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'ping' },
  })
  await started.promise
  const closed = app.close()
  release()
  await closed
  expect(close).toHaveBeenCalled()
  await answer
})
