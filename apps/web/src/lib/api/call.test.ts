import { api } from '@millrace/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse, stubNetwork } from '../../testing/network.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { onSessionEnd } from './refresh-session.ts'

const user = { username: 'ines.duarte', preferredUsername: 'Ines Duarte' }

afterEach(() => {
  vi.unstubAllGlobals()
  setCookie('XSRF-TOKEN=; max-age=0')
})

describe('a call', () => {
  it('carries its parameters, its query without empty values, and the token against forgery', async () => {
    setCookie('XSRF-TOKEN=a%3Db')
    const network = stubNetwork([answer(api.processes.cancel, () => undefined)])
    await call(api.processes.cancel, { params: { id: 'a/b?c' }, query: { reason: '' } })
    expect(network.received[0]).toMatchObject({ params: { id: 'a/b?c' }, query: {} })
    expect(network.received[0]?.headers.get('x-xsrf-token')).toBe('a=b')
  })

  it('is sent again with the token that came meanwhile, and with an old one only once', async () => {
    setCookie('XSRF-TOKEN=old')
    const refused = refuse('session.csrf', 'Expected the token of the cookie.')
    const network = stubNetwork([
      answer(api.processes.cancel, ({ headers }) => {
        if (headers.get('x-xsrf-token') === 'new') return undefined
        setCookie('XSRF-TOKEN=new')
        return refused
      }),
      answer(api.tasks.claim, () => refused),
    ])
    await call(api.processes.cancel, { params: { id: 'a' }, query: { reason: '' } })
    expect(network.received.map(({ headers }) => headers.get('x-xsrf-token'))).toEqual(['old', 'new'])
    await expect(call(api.tasks.claim, { params: { id: 'a' } })).rejects.toMatchObject({ code: 'session.csrf' })
    expect(network.callsTo(api.tasks.claim)).toHaveLength(1)
  })

  it('leaves the token in the meta tags of the page, for other scripts of it', async () => {
    setCookie('XSRF-TOKEN=a%3Db')
    document.head.innerHTML = '<meta name="_csrf_header" content="X-XSRF-TOKEN"><meta name="_csrf" content="">'
    stubNetwork([answer(api.shell.userInfo, () => user)])
    await call(api.shell.userInfo)
    await expect.poll(() => document.querySelector('meta[name="_csrf"]')?.getAttribute('content')).toBe('a=b')
    document.head.innerHTML = ''
  })

  it('refreshes the session once, however many calls find it run out, and tries each again', async () => {
    let isFresh = false
    const network = stubNetwork([
      answer(api.shell.userInfo, () => (isFresh ? user : refuse('session.missing', 'The session has ended.'))),
      answer(api.auth.refresh, async () => {
        await Promise.resolve()
        isFresh = true
        return { accessSeconds: 300, sessionSeconds: 1500 }
      }),
    ])
    const results = await Promise.all([call(api.shell.userInfo), call(api.shell.userInfo), call(api.shell.userInfo)])
    expect(results).toEqual([user, user, user])
    expect(network.callsTo(api.auth.refresh)).toHaveLength(1)
    expect(network.callsTo(api.shell.userInfo)).toHaveLength(6)
  })

  it.each([
    ['another code', Response.json({ code: 'internal', message: 'Who are you?', requestId: 'r-1' }, { status: 401 })],
    ['a page of whoever stands before the server', new Response('<html>Sign in</html>', { status: 401 })],
    ['nothing', new Response(null, { status: 401 })],
  ])('refreshes the session and tries once more after a 401 with %s', async (_, refusal) => {
    const answers = [refusal, Response.json({ accessSeconds: 300, sessionSeconds: 1500 }), Response.json(user)]
    const asked: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(new URL(address, 'http://localhost').pathname)
      return answers.shift()
    })
    expect(await call(api.shell.userInfo)).toEqual(user)
    expect(asked).toEqual([
      '/api/usersgroups/usersAPI/userInfo',
      '/api/tokenrefresh',
      '/api/usersgroups/usersAPI/userInfo',
    ])
  })

  it('reports that the session has ended when it cannot be refreshed', async () => {
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    stubNetwork([
      answer(api.shell.userInfo, () => refuse('session.missing', 'The session has ended.')),
      answer(api.auth.refresh, () => refuse('session.missing', 'The session has ended.')),
    ])
    await expect(call(api.shell.userInfo)).rejects.toMatchObject({ code: 'session.missing', status: 401 })
    expect(ended).toHaveBeenCalledTimes(1)
    stop()
  })

  it('does so too when the refresh is refused by a proxy in front of the server', async () => {
    const ended = vi.fn()
    const stop = onSessionEnd(ended)
    vi.stubGlobal('fetch', async () => new Response('<html>Sign in</html>', { status: 401 }))
    await expect(call(api.shell.userInfo)).rejects.toMatchObject({ status: 401 })
    expect(ended).toHaveBeenCalledTimes(1)
    stop()
  })

  it('does not refresh for a wrong password', async () => {
    const network = stubNetwork([answer(api.auth.login, () => refuse('session.credentials', 'They do not match.'))])
    await expect(call(api.auth.login, { body: { username: 'ines', password: 'x' } })).rejects.toMatchObject({
      code: 'session.credentials',
      message: 'They do not match.',
    })
    expect(network.received).toHaveLength(1)
  })

  it('gives a refusal with its sentence, details and request id', async () => {
    const details = [{ where: 'comment', message: 'Say why.', code: 'value.required' }]
    stubNetwork([answer(api.tasks.claim, () => refuse('task.taken', 'Someone else has it.', details))])
    await expect(call(api.tasks.claim, { params: { id: '1' } })).rejects.toEqual(
      new ApiError({
        code: 'task.taken',
        status: 409,
        message: 'Someone else has it.',
        requestId: 'request-1',
        details,
      }),
    )
  })

  it('says so when no answer comes, or one that the server did not write', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(api.shell.userInfo)).rejects.toMatchObject({ code: 'network', status: 0 })
    vi.stubGlobal('fetch', async () => new Response('<html>Bad gateway</html>', { status: 502 }))
    await expect(call(api.shell.userInfo)).rejects.toMatchObject({ code: 'unreadable', status: 502 })
    vi.stubGlobal('fetch', async () => new Response('{"username":', { status: 200 }))
    await expect(call(api.shell.userInfo)).rejects.toMatchObject({ code: 'unreadable', status: 200 })
  })
})

function setCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = text
}
