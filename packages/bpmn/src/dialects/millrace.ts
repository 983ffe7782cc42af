import type { DialectDescriptor } from './dialect.ts'

/** Our own dialect, to whose vocabulary the others are mapped. */
export const millrace = {
  dialect: 'millrace',
  uri: 'urn:millrace:bpmn:1.0',
  trace: /millrace/i,
  words: 'millrace',
} satisfies DialectDescriptor
