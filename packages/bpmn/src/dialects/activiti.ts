import type { DialectDescriptor } from './dialect.ts'

/** What Flowable grew out of, and still reads. */
export const activiti = {
  dialect: 'activiti',
  uri: 'http://activiti.org/bpmn',
  trace: /activiti|alfresco/i,
  words: 'flowable',
} satisfies DialectDescriptor
