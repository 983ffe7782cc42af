import type { Texts } from './commands.ts'

/** Returns the translations of these nodes. */
export function findTexts(texts: Texts, ids: ReadonlySet<string>): Texts {
  return pickTexts(texts, (id) => ids.has(id))
}

/** Returns all translations except those of these nodes. */
export function withoutTexts(texts: Texts, ids: ReadonlySet<string>): Texts {
  return pickTexts(texts, (id) => !ids.has(id))
}

/** Joins translations; the second ones have priority. */
export function joinTexts(texts: Texts, more: Texts): Texts {
  const joined: Record<string, Readonly<Record<string, string>>> = { ...texts }
  for (const [locale, own] of Object.entries(more)) joined[locale] = { ...joined[locale], ...own }
  return joined
}

function pickTexts(texts: Texts, isWanted: (id: string) => boolean): Texts {
  const locales = Object.entries(texts).flatMap(([locale, own]): [string, Readonly<Record<string, string>>][] => {
    const kept = Object.entries(own).filter(([name]) => isWanted(name.slice(0, name.indexOf('.'))))
    return kept.length === 0 ? [] : [[locale, kept.length === Object.keys(own).length ? own : Object.fromEntries(kept)]]
  })
  return Object.fromEntries(locales)
}
