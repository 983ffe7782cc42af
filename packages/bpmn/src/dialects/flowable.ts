import type { DialectDescriptor } from './dialect.ts'

export const flowable = {
  dialect: 'flowable',
  uri: 'http://flowable.org/bpmn',
  trace: /flowable/i,
  isExecutableByDefault: true,
  names: {
    asyncLeave: 'asyncAfter',
    elementIndexVariable: 'indexVariable',
    processInstanceIdVariableName: 'instanceIdVariable',
    processInstanceName: 'instanceName',
    resultVariableName: 'resultVariable',
    taskCompleterVariableName: 'completerVariable',
    taskIdVariableName: 'taskIdVariable',
  },
} satisfies DialectDescriptor
