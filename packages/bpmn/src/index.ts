export { type FoundAdapterCall, listAdapterCalls } from './adapter-calls.ts'
export { type CallTarget, listCallTargets } from './call-targets.ts'
export { type CheckedBpmn, checkBpmn } from './check-bpmn.ts'
export { type FoundText, listTexts } from './checks/texts/list-texts.ts'
export type { TextReaders } from './checks/texts/text-readers.ts'
export type { TextFault } from './checks/texts/texts.ts'
export { dialects } from './dialects/index.ts'
export { rulesOf } from './dialects/rules.ts'
export { listJavaNames } from './java-names.ts'
export { listMailTemplates } from './mail-templates.ts'
export type * from './model.ts'
export { nameElement, nameElementById } from './name-element.ts'
export { listNamedPeople, type NamedPerson } from './named-people.ts'
export { type ProblemCode, problemCodes } from './problems.ts'
export { indexModel, isActivity, isEvent, isEventSubProcess, isGateway, isScope, type ModelIndex } from './query.ts'
export { expressionText } from './read/expression-text.ts'
export { readBpmn } from './read-bpmn.ts'
export { type ProcessDetails, rewriteFile } from './rewrite/rewrite-file.ts'
export { rewritePeople } from './rewrite/rewrite-people.ts'
export {
  listVendorParts,
  type VendorElement,
  type VendorFile,
  type VendorPart,
} from './vendor-parts/list-vendor-parts.ts'
export { listPlainNames, rowOf } from './vocabulary/flow-elements.ts'
export { readWayOn, type WayOn } from './way-on.ts'
