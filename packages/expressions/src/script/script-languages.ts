import type { Language } from '../expression.ts'

/** Names that models use for a script's language, in lower case, and the language each means here. */
export const scriptLanguages: Readonly<Record<string, Language>> = {
  javascript: 'javascript',
  ecmascript: 'javascript',
  js: 'javascript',
  nashorn: 'javascript',
  rhino: 'javascript',
  'graal.js': 'javascript',
  graaljs: 'javascript',
  'text/javascript': 'javascript',
  'application/javascript': 'javascript',
  'application/ecmascript': 'javascript',
  juel: 'uel',
  uel: 'uel',
  feel: 'feel',
}

/** Finds the language of a name such as a `scriptFormat`, regardless of case; undefined when its scripts cannot run. */
export function findScriptLanguage(name: string): Language | undefined {
  const key = name.trim().toLowerCase()
  return Object.hasOwn(scriptLanguages, key) ? scriptLanguages[key] : undefined
}

/** Returns whether scripts of a language can run: JavaScript, UEL and FEEL, not Groovy, Python or Ruby. */
export function isScriptLanguage(name: string): boolean {
  return findScriptLanguage(name) !== undefined
}
