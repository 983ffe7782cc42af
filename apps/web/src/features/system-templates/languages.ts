import type { Translate } from '../../lib/i18n.ts'

/** Languages that are offered; texts of others, which programs may have saved, are shown too. */
const offered = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'he', 'hr', 'hu', 'id', 'it', 'ja', 'ko'],
  ...['lt', 'lv', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'tr', 'uk', 'vi', 'zh'],
]

/** Returns the names of languages. An empty tag means all other languages, or all languages if it is the only one. */
export function nameLanguages(tags: readonly string[], t: Translate): string {
  return tags.map((tag) => nameLanguage(tag, tags.length === 1, t)).join(', ')
}

function nameLanguage(tag: string, isAlone: boolean, t: Translate): string {
  if (tag === '') return t(isAlone ? 'systemTemplates.allLanguages' : 'systemTemplates.otherLanguages')
  const name = findName(tag)
  return name === undefined || name === tag ? tag : `${name} (${tag})`
}

/** Undefined for what is no tag, which an address may have. */
function findName(tag: string): string | undefined {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag)
  } catch {
    return undefined
  }
}

/** Returns the options for the choice of a language: languages with a text first. */
export function groupLanguages({ own, chosen }: { own: readonly string[]; chosen: string }, t: Translate) {
  const isAlone = own.every((tag) => tag === '')
  const choose = (tags: readonly string[]) => tags.map((tag) => ({ value: tag, label: nameLanguage(tag, isAlone, t) }))
  const others = [...new Set([...offered, ...(chosen === '' ? [] : [chosen])])].filter((tag) => !own.includes(tag))
  const named = choose(others).toSorted((one, other) => one.label.localeCompare(other.label))
  return [
    { group: t('systemTemplates.withText'), items: choose(['', ...own.filter((tag) => tag !== '')]) },
    { group: t('systemTemplates.withoutText'), items: named },
  ]
}
