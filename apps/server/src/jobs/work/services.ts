import type { AdapterWork, HttpWork, MailWork, WorkRequest } from '@millrace/engine'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { OutgoingClient } from '../../platform/outgoing/http-client.ts'
import type { MailSender } from '../../platform/outgoing/mail-sender.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { cleanHtml } from '../../runtime/mail/clean-html.ts'

/** Does the work of a job of kind `work`, and returns the `output` of the command `completeWork`. */
export type Perform<Request extends WorkRequest> = (
  request: Request,
  /** The key is the same for every try of one job. */
  idempotencyKey: string,
) => Promise<Readonly<Record<string, unknown>>>

/** A kind of work that only needs its request. */
export type ServiceRequest = Exclude<WorkRequest, AdapterWork>

/** The function of each service that a model can name. */
export interface Services {
  readonly http: Perform<HttpWork>
  readonly mail: Perform<MailWork>
  /** Opens what the server has closed of a global property. Left out: nothing is put in place of secrets. */
  readonly openSecret?: (sealed: Buffer) => string | null
  /** The addresses for links in mails. Without them, mails have no links. */
  readonly links?: MailLinks
  /** Warns operators in the log of the server. Left out: no warnings. */
  readonly warn?: Warn
}

export type Warn = (facts: object, message: string) => void

export interface MailLinks {
  /** Where browsers reach the product, without a slash at the end: never where a request says that it came to. */
  readonly publicUrl: () => string
  /** The secret of the installation; null: tasks cannot be completed by a mail. */
  readonly secret: string | null
}

export function createServices({
  outgoing,
  mail,
  secret,
  publicUrl,
  warn,
}: {
  readonly outgoing: OutgoingClient
  readonly mail: MailSender
  /** The secret of the installation; without it, secrets cannot be decrypted. */
  readonly secret?: string
  readonly publicUrl?: () => string
  readonly warn?: Warn
}): Services {
  return {
    ...(secret === undefined ? {} : { openSecret: createPropertySeal(secret).open }),
    ...(publicUrl === undefined ? {} : { links: { publicUrl, secret: secret ?? null } }),
    ...(warn === undefined ? {} : { warn }),
    http: async ({ method, url, headers, body, timeoutInMilliseconds, followsRedirects }, idempotencyKey) => ({
      ...(await outgoing.send({
        method,
        url,
        headers: hasHeader(headers, 'idempotency-key') ? headers : { ...headers, 'idempotency-key': idempotencyKey },
        body,
        timeoutMs: timeoutInMilliseconds,
        followsRedirects,
      })),
    }),
    mail: async ({ html, isHtmlForeign, ...request }, idempotencyKey) => ({
      ...(await mail.send({
        ...request,
        html: html !== null && isHtmlForeign ? cleanForeign(html) : html,
        id: idempotencyKey,
      })),
    }),
  } satisfies Services
}

/** Characters of HTML that is cleaned while others wait, which takes some tens of milliseconds. */
const maxHtmlLength = 500_000

/** HTML that somebody may have typed, without what runs. @throws OutgoingFailure for very long one. */
function cleanForeign(html: string): string {
  if (html.length <= maxHtmlLength) return cleanHtml(html)
  throw new OutgoingFailure(
    `Expected at most ${maxHtmlLength} characters in a variable with the HTML of a mail, but it has ${html.length}. Shorten it, and retry.`,
    { isFinal: true },
  )
}

/** Carries out the work of a request by its service. */
export function perform(
  services: Services,
  request: ServiceRequest,
  idempotencyKey: string,
): ReturnType<Perform<never>> {
  switch (request.service) {
    case 'http':
      return services.http(request, idempotencyKey)
    case 'mail':
      return services.mail(request, idempotencyKey)
    default:
      return request satisfies never
  }
}

function hasHeader(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((one) => one.toLowerCase() === name)
}
