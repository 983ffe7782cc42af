import type { DialectDescriptor } from './dialect.ts'
import { flowable } from './flowable.ts'

/** What Flowable grew out of, and still reads. */
export const activiti = {
  dialect: 'activiti',
  uri: 'http://activiti.org/bpmn',
  trace: /activiti|alfresco/i,
  isExecutableByDefault: true,
  names: flowable.names,
} satisfies DialectDescriptor
