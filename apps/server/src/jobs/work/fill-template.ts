import { type MailWork, type TypedValue, toPlain } from '@millrace/engine'
import { Refusal } from '../../platform/errors/refusal.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { readValue } from '../../runtime/load/read-variable.ts'
import { renderMailText } from '../../runtime/mail/read-mail-text.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { ClaimedJob } from '../leases.ts'

/**
 * Returns a mail with the text of its email template, filled with the variables of its step. The template is read when
 * the mail is sent, so that a fix after a failure takes effect at the next attempt. A subject in the model takes
 * precedence.
 *
 * @throws OutgoingFailure when the template was deleted, is disabled or cannot be filled: nothing is sent then.
 */
export async function fillTemplate(
  runtime: Runtime,
  { workplaceId, id }: Pick<ClaimedJob, 'workplaceId' | 'id'>,
  mail: MailWork,
): Promise<MailWork> {
  const { template: name } = mail
  if (name === null) return mail
  const found = await findTemplate(runtime, workplaceId, { id, name })
  if (found === null)
    throw final(
      `Expected the email template “${name}”, but it does not exist. Create it or choose another template, and retry.`,
    )
  if (found.isDisabled)
    throw final(`Expected an enabled email template, but “${name}” is disabled. Restore it, and retry.`)
  const { subject, html, sample } = found
  const rendered = await renderMailText(runtime, { workplaceId, username: '' }, { text: { subject, html }, sample })
  if (rendered instanceof Refusal) throw final(`Expected a mail of the template “${name}”, but: ${rendered.message}`)
  const [missing] = rendered.missing
  if (found.refusesMissing && missing !== undefined)
    throw final(
      `Expected a value for each placeholder of “${name}”, but ${missing.placeholder} has none: ${missing.message} Set the variable, and retry.`,
    )
  return {
    ...mail,
    subject: mail.subject ?? rendered.subject,
    html: rendered.html,
    isHtmlForeign: false,
    text: rendered.text,
  }
}

interface FoundTemplate {
  readonly subject: string
  readonly html: string
  readonly isDisabled: boolean
  /** No mail is sent without a value for each placeholder. */
  readonly refusesMissing: boolean
  /** Values of the variables that it names, as expressions see them. */
  readonly sample: Readonly<Record<string, unknown>>
}

async function findTemplate(
  { db }: Runtime,
  workplaceId: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<FoundTemplate | null> {
  const [templates, variables] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'work_template',
        text: `select subject, html, disabled_at is not null, missing_values = 'refuse' from email_template
          where workplace_id = $1 and lower(name) = lower($2)`,
        values: [workplaceId, name],
      },
      {
        // Of each name the one that is innermost. Bytes are no text of a mail.
        name: 'work_template_values',
        text: `with recursive at as (select root_id, instance_id, element_id from job where workplace_id = $1 and id = $2),
          up (id, parent_id, depth) as (
            select e.id, e.parent_id, 1 from element e join at on e.id = at.element_id where e.workplace_id = $1
            union all select e.id, e.parent_id, up.depth + 1 from up join element e on e.workplace_id = $1 and e.id = up.parent_id),
          around as (select id, depth from up union all select instance_id, 2147483647 from at)
          select distinct on (v.name) v.name, v.type, v.value, v.info::text
          from at, around a, variable v
          where v.workplace_id = $1 and v.root_id = at.root_id and v.scope_id = a.id and v.bytes is null
            and v.name in (select unnest(variables) from email_template where workplace_id = $1 and lower(name) = lower($3))
          order by v.name, a.depth`,
        values: [workplaceId, id, name],
      },
    ]),
  )
  const [subject, html, isDisabled, refusesMissing] = templates?.[0] ?? []
  if (subject == null || html == null) return null
  const sample = Object.fromEntries(
    (variables ?? []).map(([variable, type, value, info]) => [
      variable,
      readPlain(type ?? '', value ?? null, info ?? null),
    ]),
  )
  return { subject, html, isDisabled: isDisabled === 't', refusesMissing: refusesMissing === 't', sample }
}

function readPlain(type: string, text: string | null, info: string | null): unknown {
  const typed: TypedValue = { type, value: readValue(type, text), info: info === null ? null : JSON.parse(info) }
  return toPlain(typed)
}

/** Returns a failure that is not retried: the step waits until a user fixes it. */
function final(message: string): OutgoingFailure {
  return new OutgoingFailure(message, { isFinal: true })
}
