export { declareUtf8, decodeXml } from './decode-xml.ts'
export { attribute, localName, readBoolean, walk, type XmlElement } from './element.ts'
export { escapeSpaces } from './escape-spaces.ts'
export { describeFault, type XmlFault } from './fault.ts'
export { hideIds, type IdRules, showIds, showIdsIn } from './hidden-ids.ts'
export { defaultLimits, type XmlLimits } from './limits.ts'
export { createLocator, type Location } from './locate.ts'
export { type ParsedXml, parseXml } from './parse-xml.ts'
export { scanXml, type XmlAttribute, type XmlTag } from './scan-xml.ts'
export { type ElementContent, findContent, findElementEnd } from './slice-element.ts'
export {
  editAttribute,
  escapeText,
  findEnd,
  readStartTag,
  type StartTag,
  type TextEdit,
  writeEdits,
} from './text-edits.ts'
