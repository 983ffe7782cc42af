import { createHmac } from 'node:crypto'
import { fillText, type MailTexts } from '@millrace/contract/mail-texts'
import { encode } from '../mail/clean-html.ts'
import type { Filling } from '../mail/system/filling.ts'

/** New incidents since the last alert, by cause. */
export interface AlertBody {
  readonly from: string
  readonly until: string
  /** New incidents of all causes. */
  readonly total: number
  readonly causes: readonly AlertedCause[]
  /** Causes that are not listed. */
  readonly furtherCauses: number
}

export interface AlertedCause {
  readonly id: string
  readonly process: string
  readonly element: string | null
  readonly kind: string
  /** The message of the cause, without numbers and ids. */
  readonly message: string
  /** New incidents. */
  readonly count: number
  readonly lastAt: string
}

/** Where the pages of the product are, without a slash at the end. */
type PublicUrl = string

/** Returns the placeholder values for the mail of an alert. */
export function fillAlertMail(
  { total, causes, furtherCauses }: AlertBody,
  publicUrl: PublicUrl,
  texts: MailTexts,
): Filling {
  const [first] = causes
  const incidents = countOf(total, texts.newIncident, texts.newIncidents)
  const what =
    causes.length === 1 && furtherCauses === 0 && first !== undefined
      ? `${first.process}, ${incidents}`
      : fillText(texts.ofCauses, { what: incidents, count: String(causes.length + furtherCauses) })
  const further = furtherCauses === 0 ? [] : [countOf(furtherCauses, texts.moreCause, texts.moreCauses)]
  const lines = causes.map(
    (cause) =>
      `<p>${encode(describe(cause, texts))}<br /><a href="${encode(linkTo(cause, publicUrl))}">${encode(texts.open)}</a></p>`,
  )
  return {
    values: { what, count: String(total), link: `${publicUrl}/processengine/processFailure` },
    parts: { causes: [...lines, ...further.map((text) => `<p>${encode(text)}</p>`)].join('\n') },
  }
}

/** Writes the JSON body of an alert that is sent to a webhook. */
export function writeWebhook({ causes, ...body }: AlertBody, publicUrl: PublicUrl): string {
  return JSON.stringify({
    type: 'incidents',
    ...body,
    link: `${publicUrl}/processengine/processFailure`,
    causes: causes.map((cause) => ({ ...cause, link: linkTo(cause, publicUrl) })),
  })
}

/** Signs the body of a webhook, for the header `millrace-signature`. */
export function signWebhook(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

function describe({ process, element, count, message }: AlertedCause, texts: MailTexts): string {
  const incidents = countOf(count, texts.newIncident, texts.newIncidents)
  return `${process}${element === null ? '' : `, ${element}`}: ${incidents}. ${message}`
}

function countOf(count: number, one: string, several: string): string {
  return fillText(count === 1 ? one : several, { count: String(count) })
}

function linkTo({ id }: AlertedCause, publicUrl: PublicUrl): string {
  return `${publicUrl}/processengine/processFailure/${id}`
}
