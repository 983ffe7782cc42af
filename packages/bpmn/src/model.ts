/**
 * The executable model: what the engine runs. Made from BPMN 2.0 XML by `readBpmn`, with the attributes of Camunda 7,
 * Operaton, Flowable, Activiti and our own mapped to one vocabulary. Plain data, so that it can be stored and compared.
 *
 * Texts that hold an expression are `ExpressionText`: they are compiled by the engine, never here.
 */
export type * from './model/document.ts'
export type * from './model/elements.ts'
export type * from './model/events.ts'
export type * from './model/gateways.ts'
export type * from './model/process.ts'
export type * from './model/shared.ts'
export type * from './model/sub-processes.ts'
export type * from './model/tasks.ts'
