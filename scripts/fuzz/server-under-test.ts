import type { Operation } from './description.ts'
import type { FuzzRequest } from './make-request.ts'
import { models } from './models.ts'
import type { Caller, Send } from './run-fuzz.ts'

/** The users of the calls: those of the samples, one for each role, and the administrator. */
export interface Account {
  readonly username: string
  readonly password: string
}

/** Prepares a server with the samples for calls. Returns the function that prepares it again. */
export function prepareServer(send: Send, accounts: readonly Account[]) {
  const [administrator] = accounts
  if (administrator === undefined) throw new Error('Expected an account of an administrator, but there is none.')
  const rest = async (method: string, path: string, body: unknown = null, type = 'application/json') => {
    const { status, body: answered } = await send({
      method,
      url: `/engine-rest${path}`,
      headers: { authorization: basicOf(administrator), ...(body === null ? {} : { 'content-type': type }) },
      body: body === null ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    if (status >= 300) throw new Error(`Expected ${method} ${path} to be done, but it answered ${status}: ${answered}`)
    return answered.length === 0 ? null : JSON.parse(answered.toString())
  }

  const deploy = () => {
    const parts = Object.entries({ ...models, 'deployment-name': 'fuzz' }).map(([name, content]) => {
      const file = name in models ? `; filename="${name}"` : ''
      return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
    })
    return rest('POST', '/deployment/create', `${parts.join('')}--x--\r\n`, 'multipart/form-data; boundary=x')
  }

  /** Things that calls are about. */
  const refill = async () => {
    await deploy()
    const variables = {
      note: { value: 'text', type: 'String' },
      big: { value: '9223372036854775807', type: 'Long' },
      bytes: { value: 'YWJj', type: 'Bytes' },
      day: { value: '2030-01-07T09:00:00.000+0000', type: 'Date' },
      thing: {
        value: '{"a":1}',
        type: 'Object',
        valueInfo: { objectTypeName: 'x', serializationDataFormat: 'application/json' },
      },
    }
    for (const key of ['work', 'work', 'short'])
      await rest('POST', `/process-definition/key/${key}/start`, { businessKey: 'business', variables })
    const topics = [{ topicName: 'scan', lockDuration: 600_000 }]
    for (const { id } of await rest('POST', '/external-task/fetchAndLock', { workerId: 'w', maxTasks: 1, topics }))
      await rest('POST', `/external-task/${id}/failure`, { workerId: 'w', errorMessage: 'no', retries: 0 })
    const [ended] = await rest('GET', '/process-instance?processDefinitionKey=work&maxResults=1')
    if (ended !== undefined) await rest('DELETE', `/process-instance/${ended.id}`)
    await rest('POST', '/task/create', { name: 'alone' })
    for (const [kind, body] of [
      ['group', { id: 'crowd', name: 'Crowd', type: 'WORKFLOW' }],
      ['tenant', { id: 'north', name: 'North' }],
      ['user', { id: 'somebody', profile: { id: 'somebody' }, credentials: { password: 'long enough 123' } }],
    ] as const)
      if ((await rest('GET', `/${kind}/count?id=${body.id}`)).count === 0) await rest('POST', `/${kind}/create`, body)
  }

  const listCallers = async (): Promise<Caller[]> => {
    const callers: Caller[] = [
      { name: 'nobody', headers: {} },
      { name: 'a wrong token', headers: { authorization: 'Bearer AAAAAAAAAAAAAAAAAAAAAA.AAAA' } },
      { name: `${administrator.username} by password`, headers: { authorization: basicOf(administrator) } },
    ]
    for (const account of accounts) {
      const session = await signIn(send, account)
      callers.push({ name: `${account.username} in a session`, headers: session })
      for (const more of account === administrator ? limitedTokens : [])
        callers.push(await callerWith(session, account, more))
      const free = await callerWith(session, account, {})
      // So that most calls are let in.
      callers.push(...Array<Caller>(account === administrator ? 24 : 2).fill(free))
    }
    return callers
  }

  const callerWith = async (session: Readonly<Record<string, string>>, { username }: Account, more: object) => {
    const scopes = ['read', 'start', 'work', 'deploy', 'operate', 'administer']
    const body = JSON.stringify({ name: 'fuzz', expiresInDays: 1, scopes, ...more })
    const headers = { ...session, 'content-type': 'application/json' }
    const { status, body: answered } = await send({ method: 'POST', url: '/api/profiles/tokens', headers, body })
    if (status !== 200) throw new Error(`Expected an API token, but the server answered ${status}: ${answered}`)
    const { token } = JSON.parse(answered.toString())
    return { name: `${username} by a token ${JSON.stringify(more)}`, headers: { authorization: `Bearer ${token}` } }
  }

  return { refill, listCallers, names: accounts.map(({ username }) => username) }
}

const limitedTokens = [
  { scopes: ['read', 'work'], processKeys: ['work'] },
  { scopes: ['work'], topics: ['print'] },
  { scopes: ['read'] },
]

function basicOf({ username, password }: Account): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** A session of the browser: its cookies, and the header that goes with them. */
async function signIn(send: Send, account: Account): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  const call = async (request: Omit<FuzzRequest, 'headers'>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      'content-type': 'application/json',
      ...(cookie === '' ? {} : { cookie }),
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    }
    const { status, cookies: set = [] } = await send({ ...request, headers })
    for (const one of set) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, decodeURIComponent(value))
    }
    return status
  }
  await call({ method: 'GET', url: '/api/actuator/health/liveness', body: null })
  const status = await call({ method: 'POST', url: '/api/auth/login', body: JSON.stringify(account) })
  if (status !== 200) throw new Error(`Expected ${account.username} to sign in, but the server answered ${status}.`)
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
  }
}

/** Returns whether an operation would disable the callers of the fuzzer. */
export function endsCallers({ name }: Operation): boolean {
  return leftOut.some((pattern) => pattern.test(name))
}

const leftOut = [
  /^DELETE \/api\/samples$/,
  /^(POST|GET) \/api\/logout/,
  /^(POST|DELETE) \/api\/profiles\/(tokens|sessions)/,
  /tokenrefresh/,
]
