import type { Statement } from '../../platform/db/batch.ts'
import { encode } from '../../runtime/mail/clean-html.ts'

/** A mail of the program itself that leads somebody to a form. */
export interface LinkMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  /** The address that it leads to, on a line of its own. */
  readonly way: string
  readonly before: string
  readonly after: readonly string[]
  readonly at: string
}

/** Has a job mail it when this is committed. Its text is emptied when it is sent: the way is a secret. */
export function linkMailStatements(
  workplaceId: string,
  { id, to, subject, way, before, after, at }: LinkMail,
): Statement[] {
  const lines = (texts: readonly string[]) => texts.map((text) => `<p>${encode(text)}</p>`).join('')
  const html = `${lines([before])}<p><a href="${encode(way)}">${encode(way)}</a></p>${lines(after)}`
  return [
    {
      name: 'link_mail_add',
      text: `insert into test_mail (workplace_id, id, recipient, subject, html, plain_text, state, is_secret, created_at)
        values ($1, $2, $3, $4, $5, $6, 'waiting', true, $7)`,
      values: [workplaceId, id, to, subject, html, [before, way, ...after].join('\n\n'), at],
    },
    {
      name: 'link_mail_order',
      text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
        values ($1, $2, $2, 'link-mail', 'mail', $3, 3, 0, false, false, $3)`,
      values: [workplaceId, id, at],
    },
  ]
}

export function presentDay(instant: string): string {
  return instant.slice(0, 10).split('-').reverse().join('/')
}
