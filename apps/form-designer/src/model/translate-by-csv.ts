import type { Command, Design } from '@millrace/forms/design'
import { readCsv, writeCsv } from './csv.ts'
import { listTargets, listTexts } from './list-texts.ts'

/**
 * Returns the texts of a form as a table for translators: name, default language, then a column for each other
 * language.
 */
export function writeTranslations(design: Design): string {
  const targets = listTargets(design)
  const head = ['id', design.settings.defaultLocale, ...targets]
  const rows = listTexts(design).map(({ name, text }) => [
    name,
    text,
    ...targets.map((locale) => design.i18n[locale]?.[name] ?? ''),
  ])
  return writeCsv([head, ...rows])
}

export interface TranslationsRead {
  readonly command: Command
  /** Texts that changed. */
  readonly changed: number
  /** Rows of texts that the form has not. */
  readonly unknown: number
}

/**
 * Returns the changes of a table with translations. Null when the table has another form: the first column has to be
 * `id`, the others languages of the form.
 */
export function readTranslations(design: Design, csv: string): TranslationsRead | null {
  const [head = [], ...rows] = readCsv(csv)
  if (head[0]?.trim() !== 'id') return null
  const known = new Set(listTexts(design).map(({ name }) => name))
  const targets = listTargets(design)
  const commands: Command[] = []
  let unknown = 0
  for (const row of rows) {
    const name = (row[0] ?? '').trim()
    if (name === '') continue
    if (!known.has(name)) unknown += 1
    else
      for (const [column, locale] of head.entries()) {
        if (!targets.includes(locale.trim())) continue
        const text = (row[column] ?? '').trim()
        const before = design.i18n[locale.trim()]?.[name] ?? ''
        if (text !== before)
          commands.push({ kind: 'setText', locale: locale.trim(), name, text: text === '' ? null : text })
      }
  }
  return { command: { kind: 'doAll', commands }, changed: commands.length, unknown }
}
