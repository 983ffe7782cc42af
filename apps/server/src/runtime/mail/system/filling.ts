import {
  type SystemMail,
  type SystemMailContent,
  type SystemPart,
  type SystemPlaceholder,
  systemMails,
} from '@millrace/contract'

/** What a mail of the product is filled with. What is left out has no value in this mail. */
export interface Filling {
  readonly values: Readonly<Partial<Record<SystemPlaceholder, string | null>>>
  /** HTML, in which everything that people have written is text. */
  readonly parts?: Readonly<Partial<Record<SystemPart, string>>>
}

/** Everything that the mail may name, with null where it has no value now: expressions find whatever they may ask for. */
export function completeFilling(mail: SystemMail, { values, parts = {} }: Filling) {
  const content: SystemMailContent = systemMails[mail]
  return {
    sample: Object.fromEntries(content.placeholders.map((name) => [name, values[name] ?? null])),
    parts: Object.fromEntries(content.parts.map((name) => [name, parts[name] ?? ''])),
  }
}
