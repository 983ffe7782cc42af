import type { DialectDescriptor } from './dialect.ts'

export const camunda = {
  dialect: 'camunda',
  uri: 'http://camunda.org/schema/1.0/bpmn',
  olderUri: 'http://www.camunda.com/fox',
  trace: /camunda/i,
  words: 'camunda',
} satisfies DialectDescriptor
