import type { DialectDescriptor } from './dialect.ts'

/** The dialect of Operaton, which continues Camunda 7: the same vocabulary under another namespace. */
export const operaton = {
  dialect: 'operaton',
  uri: 'http://operaton.org/schema/1.0/bpmn',
  trace: /operaton/i,
  words: 'camunda',
} satisfies DialectDescriptor
