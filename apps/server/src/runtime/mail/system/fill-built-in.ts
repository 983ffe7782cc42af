import type { SystemMail } from '@millrace/contract'
import type { SystemText } from '@millrace/contract/mail-texts'
import { encode, toPlainText } from '../clean-html.ts'
import { splitPlaceholders } from '../placeholders.ts'
import { completeFilling, type Filling } from './filling.ts'
import { writeSubject } from './write-subject.ts'

export interface WrittenMail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/**
 * Renders the product's own text of a mail. Its placeholders are plain names, so rendering cannot fail: it is the
 * fallback when the text of a workplace cannot be used.
 */
export function fillBuiltIn(mail: SystemMail, text: SystemText, filling: Filling): WrittenMail {
  const { sample, parts } = completeFilling(mail, filling)
  const fill = (template: string, write: (name: string) => string) =>
    splitPlaceholders(template)
      .map((piece) => (piece.kind === 'text' ? piece.text : write(piece.text.slice(2, -1))))
      .join('')
  const html = fill(text.html, (name) => parts[name] ?? encode(sample[name] ?? ''))
  return { subject: writeSubject(fill(text.subject, (name) => sample[name] ?? '')), html, text: toPlainText(html) }
}
