import { listenerLimits } from '@millrace/contract'
import { createHide } from '../../platform/outgoing/hide-secrets.ts'
import type { WebhookContent } from '../../runtime/listeners/read-webhook.ts'

/** Characters that one of a secret can become in the longest of its encodings: 4 bytes, each as %25XX. */
const maxEncoded = 20

/**
 * Returns the beginning of the query, headers and body of a request as text for users, without secrets. Only as much is
 * searched for secrets as the log keeps, because a body can have 5,000,000 bytes.
 */
export function describeContent({ headers, query, body }: WebhookContent, secrets: readonly string[]): string {
  // A secret that begins in the kept part is searched for as a whole.
  const beyond = Math.max(0, ...secrets.map(({ length }) => length)) * maxEncoded
  const most = listenerLimits.text + beyond
  const search = new URLSearchParams(query).toString()
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const start = [...(search === '' ? [] : [`?${search}`]), ...lines, ''].join('\n')
  // A character has at most 4 bytes.
  const text = `${start}\n${body.subarray(0, most * 4).toString('utf8')}`
  const hide = createHide(secrets)
  if (text.length <= most && body.length <= most * 4) return hide(text)
  const hidden = hide(text.slice(0, most))
  // The last characters may be the first half of a secret. Hidden ones before them made the text shorter.
  return `${hidden.slice(0, Math.max(0, Math.min(listenerLimits.text, hidden.length - beyond)))}…`
}
