import { multipart } from '../../../apps/server/src/runtime/testing/multipart.ts'
import type { Attack, Attacker, Ending } from '../attack.ts'

const files = 100
const bytes = 9_000_000

/** Sends one file as often as that at once. @returns which answers came how often. */
async function sendAtOnce({ wire, designer }: Attacker): Promise<Ending> {
  const startedAt = performance.now()
  const { headers, payload } = multipart([{ name: 'large.txt', content: Buffer.alloc(bytes, 'x') }])
  const all = { ...headers, authorization: `Bearer ${designer.token}` }
  const body = new Uint8Array(payload)
  const answers = await Promise.all(
    Array.from({ length: files }, async () => {
      const answer = await fetch(`${wire.url}/api/files`, { method: 'POST', headers: all, body })
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  const counted = Object.entries(Object.groupBy(answers, String)).map(([status, of]) => `${of?.length} of ${status}`)
  return { end: counted.join(', '), ms: performance.now() - startedAt }
}

/** Attacks by files of a user with an account. */
export const uploads: readonly Attack[] = [
  {
    name: 'a hundred files of 9 MB at once (others waited for up to 0.7 s)',
    within: 120_000,
    ends: [`${files} of 200`],
    run: sendAtOnce,
  },
]
