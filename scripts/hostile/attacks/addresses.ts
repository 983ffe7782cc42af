import type { Attack, Attacker } from '../attack.ts'

/** Inner addresses, written so that something that only knows dotted numbers takes them for others. */
const hosts = [
  '10.0.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '10.1',
  '[::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:0:10.0.0.1]',
  '[::ffff:0:a9fe:a9fe]',
  '[::10.0.0.1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::a00:1]',
  '[2002:a00:1::1]',
  '[2001:0:4136:e378:8000:63bf:f5ff:fffe]',
  '[fd00::1]',
  '[fe80::1]',
  '[fec0::1]',
]

/** Tries connections to them. @returns those that were asked, and not refused for where they lead. */
async function listReached({ design }: Attacker): Promise<readonly string[]> {
  const { body: system } = await design('POST', '/external-systems', { name: 'Inner addresses' })
  let count = 0
  /** @returns what went wrong when it was asked. */
  const test = async (host: string): Promise<string> => {
    const name = `Address ${++count}`
    const settings = { kind: 'rest', baseUrl: `http://${host}:9/`, signIn: 'none' }
    const made = await design('POST', `/external-systems/${system.id}/connections`, { name, settings })
    if (made.status !== 200) return `${made.status} ${made.body?.code}`
    const { status, body } = await design('POST', `/external-connections/${made.body.id}/test`)
    return `${status} ${body?.fault}`
  }
  // The one that is allowed here is asked, and answers nothing.
  const allowed = await test('127.0.0.1')
  const reached = /private network/.test(allowed) || !allowed.startsWith('200') ? [`127.0.0.1: ${allowed}`] : []
  for (const host of hosts) {
    const fault = await test(host)
    if (!/private network/.test(fault)) reached.push(`${host}: ${fault}`)
  }
  return reached
}

/** Attacks by users who choose the addresses to which the server connects. */
export const addresses: readonly Attack[] = [
  {
    name: 'connections to inner addresses, by all the ways to write them',
    within: 30_000,
    ends: ['held'],
    run: async (attacker) => {
      const startedAt = performance.now()
      const reached = await listReached(attacker)
      return { end: reached.length === 0 ? 'held' : reached.join(', '), ms: performance.now() - startedAt }
    },
  },
]
