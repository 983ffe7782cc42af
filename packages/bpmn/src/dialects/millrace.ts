import type { DialectDescriptor } from './dialect.ts'

/** Our own. Its names are the vocabulary that the others are mapped to. */
export const millrace = {
  dialect: 'millrace',
  uri: 'urn:millrace:bpmn:1.0',
  trace: /millrace/i,
  words: 'millrace',
} satisfies DialectDescriptor
