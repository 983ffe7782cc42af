export { bpmn, bpmnOf, escapeXml, type RawXml, rawXml, type XmlTag } from './bpmn-xml.ts'
export { type Attributes, type Inside, type ProcessBuilder, process } from './process-builder.ts'
