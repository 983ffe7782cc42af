import type { Answer, Attacker } from '../attack.ts'

/** Makes a call without a session or token, in a browser that has the token against forged requests. */
export async function askAsNobody(
  { wire }: Attacker,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  const startedAt = performance.now()
  const first = await fetch(`${wire.url}/api/actuator/health/liveness`)
  const [cookie = ''] = first.headers.getSetCookie().flatMap((line) => /^XSRF-TOKEN=[^;]*/.exec(line) ?? [])
  const token = decodeURIComponent(cookie.slice('XSRF-TOKEN='.length))
  const answer = await fetch(`${wire.url}${path}`, {
    method,
    headers: { cookie, 'x-xsrf-token': token, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json().catch(() => null), ms: performance.now() - startedAt }
}
