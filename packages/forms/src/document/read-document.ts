import { documentLimits } from './limits.ts'
import { describeValue, isPlainObject } from './plain-object.ts'
import { createReading, type Reading, readRoot } from './read-nodes.ts'
import { readSettings } from './read-settings.ts'
import { readTranslations } from './read-translations.ts'
import type { DocumentProblem, FormDocument } from './types.ts'
import { documentSchema, upgradeDocument } from './upgrade-document.ts'

export type DocumentRead =
  | { readonly ok: true; readonly document: FormDocument }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

const members = new Set(['schema', 'id', 'settings', 'i18n', 'root'])

/** Reads the stored text of a document (`designerJson`). */
export function parseDocument(json: string): DocumentRead {
  if (json.length > documentLimits.characters) {
    return refuse(
      'document.too-large',
      `Expected a form of up to ${documentLimits.characters} characters, but it has ${json.length}.`,
    )
  }
  try {
    return readDocument(JSON.parse(json))
  } catch (error) {
    return refuse(
      'document.invalid',
      `Expected the form as JSON, but ${error instanceof Error ? error.message : 'it is not'}.`,
    )
  }
}

/**
 * Reads a document of unknown origin and of any schema: every member is checked, nothing unknown passes. Settings,
 * translations and layout may be missing and get their defaults.
 */
export function readDocument(given: unknown): DocumentRead {
  const input = upgradeDocument(given)
  if (!isPlainObject(input))
    return refuse('document.invalid', `Expected a form document, but found ${describeValue(input)}.`)
  const reading = createReading()
  for (const key of Object.keys(input)) {
    if (!members.has(key))
      reading.report('document.invalid', key, `Expected ${[...members].join(', ')}, but found "${key}".`)
  }
  if (input.schema !== documentSchema)
    reading.report(
      'document.invalid',
      'schema',
      `Expected schema ${documentSchema} or an older one, but found ${describeValue(input.schema)}.`,
    )
  const document: FormDocument = {
    schema: documentSchema,
    id: readId(input.id, reading),
    settings: readSettings(input.settings, reading),
    root: readRoot(input.root, reading),
    i18n: readTranslations(input.i18n, reading),
  }
  return reading.problems.length === 0 ? { ok: true, document } : { ok: false, problems: reading.problems }
}

function readId(id: unknown, reading: Reading): string {
  if (typeof id === 'string' && /^[\w.:-]{1,255}$/.test(id)) return id
  reading.report(
    'document.invalid',
    'id',
    `Expected an id of letters, digits and . : - _, but found ${describeValue(id)}.`,
  )
  return ''
}

function refuse(code: 'document.invalid' | 'document.too-large', message: string): DocumentRead {
  return { ok: false, problems: [{ code, node: null, at: '', message }] }
}
