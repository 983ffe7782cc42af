import { firstTexts } from '@millrace/contract'
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import type { Texts } from './i18n.ts'
import { readPreference, setPreference } from './preferences.ts'

/** A language of the screens. */
export interface Language {
  /** BCP 47. */
  readonly tag: string
  /** The name of the language in that language. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** Makes or loads its texts of a namespace from the English ones; what is missing is shown in English. */
  readonly load?: () => Promise<LanguagePack>
}

export type LanguagePack = (namespace: keyof Texts, english: object) => object

/** The languages that users can choose. */
export const languages: readonly Language[] = [{ tag: 'en', name: 'English', dir: 'ltr' }]

/**
 * Made from the English texts, to see what is not translated and what does not turn: set by hand, offered to nobody.
 */
const trialLanguages: readonly Language[] = [
  { tag: 'en-XA', name: 'English with accents', dir: 'ltr', load: loadTrial },
  { tag: 'en-XB', name: 'English from the right', dir: 'rtl', load: loadTrial },
]

const english = new Map<keyof Texts, object>([['translation', firstTexts]])
const packs = new Map<string, LanguagePack>()
const listeners = new Set<() => void>()
let current = findLanguage('en')

/** Switches to a language, and stores it in this browser. An unknown tag means English. */
export async function setLanguage(tag: string): Promise<void> {
  const language = findLanguage(tag)
  if (language.load && !packs.has(language.tag)) packs.set(language.tag, await language.load())
  for (const namespace of english.keys()) addTranslated(language.tag, namespace)
  await i18next.changeLanguage(language.tag)
  document.documentElement.lang = language.tag
  document.documentElement.dir = language.dir
  current = language
  if (readPreference('language') !== language.tag) setPreference('language', language.tag)
  for (const listener of listeners) listener()
}

/**
 * Sets the language before the first rendering: that of the last visit, otherwise the first supported language of the
 * browser.
 */
export async function restoreLanguage(): Promise<void> {
  const wanted = [readPreference('language'), ...navigator.languages].find((tag) => tag !== '' && knows(tag)) ?? 'en'
  if (findLanguage(wanted) !== current) await setLanguage(wanted)
}

/** Adds English texts of a part of the application to a namespace. */
export function addTexts<N extends keyof Texts>(namespace: N, texts: Partial<Texts[N]>): void {
  english.set(namespace, { ...english.get(namespace), ...texts })
  i18next.addResourceBundle('en', namespace, texts, true)
  addTranslated(current.tag, namespace)
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => current)
}

function addTranslated(tag: string, namespace: keyof Texts): void {
  const texts = packs.get(tag)?.(namespace, english.get(namespace) ?? {})
  if (texts !== undefined) i18next.addResourceBundle(tag, namespace, texts, true, true)
}

/** The language of a tag, or of the tag without what comes after its first hyphen; English for any other. */
function findLanguage(tag: string): Language {
  const [english] = languages
  const found = search(tag) ?? english
  if (found === undefined) throw new Error('Expected English among the languages, but there is none.')
  return found
}

function knows(tag: string): boolean {
  return search(tag) !== undefined
}

function search(tag: string): Language | undefined {
  const all = [...languages, ...trialLanguages]
  return all.find((language) => language.tag === tag) ?? all.find((language) => language.tag === tag.split('-')[0])
}

async function loadTrial(): Promise<LanguagePack> {
  const { accentAll } = await import('./trial-language.ts')
  return (_, texts) => accentAll(texts)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
