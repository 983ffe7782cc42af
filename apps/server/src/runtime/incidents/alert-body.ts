import { createHmac } from 'node:crypto'
import { encode } from '../mail/clean-html.ts'

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
  /** Without numbers and ids. */
  readonly message: string
  /** New incidents. */
  readonly count: number
  readonly lastAt: string
}

/** Where the pages of the product are, without a slash at the end. */
type PublicUrl = string

/** Writes the mail of an alert. */
export function writeAlertMail(
  { total, causes, furtherCauses }: AlertBody,
  publicUrl: PublicUrl,
): { readonly subject: string; readonly html: string; readonly text: string } {
  const [first] = causes
  const all = `${publicUrl}/processengine/processFailure`
  const subject =
    causes.length === 1 && furtherCauses === 0 && first !== undefined
      ? `Process errors: ${first.process}, ${countOf(total, 'new incident')}`
      : `Process errors: ${countOf(total, 'new incident')} of ${causes.length + furtherCauses} causes`
  const further = furtherCauses === 0 ? [] : [`${countOf(furtherCauses, 'more cause')} on the page.`]
  const reason = 'You get this mail because the settings of the workplace name your address for alerts.'
  const lines = causes.map((cause) => ({ line: describe(cause), link: linkTo(cause, publicUrl) }))
  return {
    subject,
    html: [
      ...lines.map(({ line, link }) => `<p>${encode(line)}<br /><a href="${encode(link)}">Open</a></p>`),
      ...further.map((text) => `<p>${encode(text)}</p>`),
      `<p><a href="${encode(all)}">All process errors</a></p>`,
      `<p>${reason}</p>`,
    ].join('\n'),
    text: [...lines.map(({ line, link }) => `${line}\n${link}`), ...further, `All process errors: ${all}`, reason].join(
      '\n\n',
    ),
  }
}

/** Writes the body of a webhook. */
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

function describe({ process, element, count, message }: AlertedCause): string {
  return `${process}${element === null ? '' : `, ${element}`}: ${countOf(count, 'new incident')}. ${message}`
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function linkTo({ id }: AlertedCause, publicUrl: PublicUrl): string {
  return `${publicUrl}/processengine/processFailure/${id}`
}
