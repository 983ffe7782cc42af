import type { DialectDescriptor } from './dialect.ts'

/** The dialect of Activiti, from which Flowable descends and which Flowable still reads. */
export const activiti = {
  dialect: 'activiti',
  uri: 'http://activiti.org/bpmn',
  trace: /activiti|alfresco/i,
  words: 'flowable',
} satisfies DialectDescriptor
