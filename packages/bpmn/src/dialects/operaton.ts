import type { DialectDescriptor } from './dialect.ts'

/** The continuation of Camunda 7: its words under another namespace. */
export const operaton = {
  dialect: 'operaton',
  uri: 'http://operaton.org/schema/1.0/bpmn',
  trace: /operaton/i,
  words: 'camunda',
} satisfies DialectDescriptor
