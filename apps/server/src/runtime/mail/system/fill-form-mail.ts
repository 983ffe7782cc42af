import { fillText, type MailTexts } from '@millrace/contract/mail-texts'
import type { Filling } from './filling.ts'

/** Returns the values for the template of a mail with a link to a form. */
export function fillFormMail(
  { name, way, until }: { readonly name: string; readonly way: string; readonly until: string | null },
  texts: MailTexts,
): Filling {
  const day = until === null ? null : presentDay(until)
  const validity = day === null ? null : fillText(texts.validity, { until: day })
  return { values: { name, link: way, until: day, validity } }
}

function presentDay(instant: string): string {
  return instant.slice(0, 10).split('-').reverse().join('/')
}
