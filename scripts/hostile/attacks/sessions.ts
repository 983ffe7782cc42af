import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Attacker } from '../attack.ts'
import { makeProcess } from '../designing.ts'

/** A browser that somebody has left signed in. */
async function openBrowser({ wire }: Attacker) {
  const [username = '', password = ''] = Buffer.from(wire.authorization.slice('Basic '.length), 'base64')
    .toString()
    .split(/:(.*)/s)
  const cookies = new Map<string, string>()
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${wire.url}/api${path}`, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
        // As the page marks what it asks by itself. What the lock does has to be quiet without it.
        ...(method === 'GET' && { 'x-millrace-quiet': '1' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    // biome-ignore lint/suspicious/noExplicitAny: whatever the server answered
    return { status: answer.status, body: (await answer.json().catch(() => null)) as any }
  }
  await ask('GET', '/actuator/health/liveness')
  const signedIn = await ask('POST', '/auth/login', { username, password })
  if (signedIn.status !== 200) throw new Error(`Expected to be signed in, but: ${signedIn.status}`)
  return ask
}

/** Attacks by sessions that are no longer used. */
export const sessions: readonly Attack[] = [
  {
    name: 'a session that is kept alive by the lock of a design that nobody works at',
    within: 30_000,
    ends: ['held'],
    run: async (attacker) => {
      const startedAt = performance.now()
      const { process } = await makeProcess(attacker)
      const ask = await openBrowser(attacker)
      const findLastSeen = async () => {
        const { body } = await ask('GET', '/profiles/sessions')
        return body.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).lastSeenAt as string
      }
      const before = await findLastSeen()
      const { status, body } = await ask('POST', `${process}/edit-lock`, {})
      if (status !== 200) throw new Error(`Expected a lock, but: ${status} ${body?.message}`)
      // A session notes its use every two seconds.
      for (let time = 0; time < 6; time++) {
        await sleep(1000)
        await ask('POST', `${process}/edit-lock`, { token: body.token })
      }
      const after = await findLastSeen()
      // What somebody does counts: else nothing would be proved.
      await ask('POST', '/profiles', {})
      const used = await findLastSeen()
      const held = after === before && used !== before
      return {
        end: held ? 'held' : `used at ${before}, then at ${after}, and at ${used}`,
        ms: performance.now() - startedAt,
      }
    },
  },
]
