import type { Attack, Attacker } from '../attack.ts'
import { get, post } from './requests.ts'

/** Attacks by somebody who can read the log, and searches it for secrets of other users. */
export const secrets: readonly Attack[] = [
  {
    name: 'secrets in addresses, headers and bodies, looked for in the log',
    within: 30_000,
    ends: ['held'],
    isShort: true,
    run: async (attacker) => {
      const startedAt = performance.now()
      const marks = await showSecrets(attacker)
      const log = attacker.log()
      const found = marks.filter((mark) => log.includes(mark))
      const end = log === '' ? 'no log' : found.length === 0 ? 'held' : `in the log: ${found.join(', ')}`
      return { end, ms: performance.now() - startedAt }
    },
  },
]

/** Shows the server a secret of its own in each place that it can be in. @returns the secrets. */
async function showSecrets({ wire }: Attacker): Promise<readonly string[]> {
  let count = 0
  const marks: string[] = []
  const mark = () => {
    const made = `shown-secret-${process.pid}-${count++}`
    marks.push(made)
    return made
  }
  const paths = ['links/TOKEN', 'links/TOKEN/captcha', 'receipts/TOKEN', 'answers/TOKEN', 'no-such-thing/TOKEN']
  const addresses = [
    ...paths.map((path) => `/api/standalone/external/${path}?saved=TOKEN`),
    ...['/api/auth/oidc/callback?code=TOKEN&state=TOKEN', '/api/TOKEN', '/api/%zzTOKEN', '/engine-rest/TOKEN?x=TOKEN'],
    ...['/standalone/external/process/viewprocess/17?link=TOKEN', '/TOKEN?TOKEN=1', '/login?returnUrl=TOKEN'],
  ]
  for (const address of addresses) await get(wire, address.replaceAll('TOKEN', mark), {})
  for (const authorization of ['Bearer TOKEN', 'Basic TOKEN'])
    await get(wire, '/engine-rest/task', { authorization: authorization.replace('TOKEN', mark) })
  await get(wire, '/api/profiles', { cookie: `millrace_access=${mark()}; millrace_refresh=${mark()}` })
  const type = { 'content-type': 'application/json' }
  for (const body of ['{"username":"admin","password":"TOKEN"}', '{"password":"TOKEN', 'TOKEN'])
    for (const path of ['/api/auth/login', '/engine-rest/identity/verify'])
      await post(wire, path, body.replace('TOKEN', mark), type)
  // The links of mails that set a password, and the second step of signing in.
  for (const path of ['look', 'use'])
    await post(wire, `/api/auth/password-links/${path}`, `{"token":"${mark()}","password":"${mark()}"}`, type)
  for (const path of ['prove', 'start', 'complete'])
    await post(wire, `/api/auth/second-step/${path}`, `{"token":"${mark()}","code":"${mark()}"}`, type)
  await post(wire, '/mcp', `{"token":"${mark()}"}`, { ...type, authorization: `Bearer ${mark()}` })
  return marks
}
