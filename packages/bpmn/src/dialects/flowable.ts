import type { DialectDescriptor } from './dialect.ts'

export const flowable = {
  dialect: 'flowable',
  uri: 'http://flowable.org/bpmn',
  trace: /flowable/i,
  words: 'flowable',
} satisfies DialectDescriptor
