import { fillText, type MailTexts } from '@millrace/contract/mail-texts'
import type { Filling } from '../mail/system/filling.ts'

/** Listeners at which nothing has arrived for longer than usual. */
export interface SilenceBody {
  readonly kind: 'silence'
  readonly listeners: readonly SilentListener[]
}

export interface SilentListener {
  readonly id: string
  readonly name: string
  readonly system: string
  /** ISO 8601. */
  readonly acceptedAt: string | null
}

/** The number of names in a subject. */
const named = 3

/** Returns the placeholder values for the mail about silent listeners. */
export function fillSilenceMail({ listeners }: SilenceBody, publicUrl: string, texts: MailTexts): Filling {
  const names = listeners.slice(0, named).map(({ name, system }) => `${name} (${system})`)
  const rest = listeners.length - names.length
  const further = rest === 0 ? [] : [fillText(texts.moreListeners, { count: String(rest) })]
  return {
    values: {
      what: [...names, ...further].join(', '),
      count: String(listeners.length),
      link: `${publicUrl}/integrate/deliveries`,
    },
    parts: {},
  }
}

/** Writes the JSON body about silent listeners that is sent to a webhook. */
export function writeSilenceWebhook({ listeners }: SilenceBody, publicUrl: string): string {
  return JSON.stringify({ type: 'silent-listeners', listeners, link: `${publicUrl}/integrate/deliveries` })
}
